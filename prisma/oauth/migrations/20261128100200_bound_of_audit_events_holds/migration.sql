-- Reads the table, and lets everybody write meanwhile. So the rows are not read again while they are attached.
ALTER TABLE "audit_event" VALIDATE CONSTRAINT "audit_event_bound";
