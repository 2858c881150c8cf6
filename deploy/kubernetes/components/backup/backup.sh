#!/bin/sh
# Dumps the database at DATABASE_URL to BACKUP_FOLDER, and keeps the BACKUPS_KEPT newest dumps.
# A dump has its name only when it is complete and its table of contents can be read.
set -eu

rm -f "$BACKUP_FOLDER"/*.partial
partial="$BACKUP_FOLDER/$BACKUP_NAME.partial"
pg_dump --format=custom --lock-wait-timeout=60s --file="$partial" "$DATABASE_URL"
pg_restore --list "$partial" >/dev/null
dump="$BACKUP_FOLDER/$BACKUP_NAME-$(date -u +%Y%m%dT%H%M%SZ).dump"
mv "$partial" "$dump"
echo "Wrote $dump ($(wc -c <"$dump") bytes)"

# The names sort by time.
ls -1 "$BACKUP_FOLDER/$BACKUP_NAME"-*.dump | sort -r | tail -n "+$((BACKUPS_KEPT + 1))" |
  while read -r old; do
    rm "$old"
    echo "Removed $old"
  done
