import { Link } from '@tanstack/react-router';
import { layoutTexts } from '../texts/layout.ts';

export function DirectoryLink() {
  return (
    <Link className="button" to="/">
      {layoutTexts.toDirectory}
    </Link>
  );
}
