import { Button, FileTrigger } from 'react-aria-components';
import { editorTexts } from '../texts/editor.ts';

/** Opens a definition from a file. */
export function OpenFileButton({ onOpen }: { onOpen: (text: string) => void }) {
  const open = async (files: FileList | null) => {
    const text = await files?.[0]?.text();
    if (text !== undefined) onOpen(text.replaceAll('\r\n', '\n'));
  };
  return (
    <FileTrigger
      acceptedFileTypes={['.json', '.jsonc', 'application/json']}
      onSelect={(files) => void open(files)}
    >
      <Button className="button quiet">{editorTexts.openFile}</Button>
    </FileTrigger>
  );
}
