import { connection } from '../api/connection.ts';
import { useConnectionProblems } from '../api/use-connection-problems.ts';
import { Button } from '../elements/button.tsx';
import { elementTexts } from '../elements/texts.ts';
import { shellTexts } from './texts.ts';
import './connection-notice.css';

/** What is wrong with the connection, on whatever page and over its dialogs. It goes away by itself. */
export function ConnectionNotice() {
  const problems = useConnectionProblems();
  return (
    <div className="connection-notice" role="status" data-react-aria-top-layer="true">
      {problems.length > 0 && (
        <div className="notice">
          {problems.map((problem) => (
            <p key={problem}>{shellTexts.connectionProblems[problem]}</p>
          ))}
          <Button look="quiet" onClick={connection.retry}>
            {elementTexts.again}
          </Button>
        </div>
      )}
    </div>
  );
}
