// What somebody has let go over the page: one file for the import, or why it is none.
import { isAccepted } from './formats';

export type Refusal = 'nothing' | 'text' | 'one' | 'folder' | 'wrongType' | 'empty';
export type Dropped = { file: File } | { refusal: Refusal; name: string };

const TEXTS = ['text/plain', 'text/uri-list', 'text/html'];
const EDITABLE = 'input, textarea, [contenteditable]';

export const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Text or an address that does not go into a field: browsers would open it in the place of the page. */
export const isLooseText = ({ dataTransfer, target }: DragEvent): boolean =>
  !!dataTransfer &&
  dataTransfer.types.some((type) => TEXTS.includes(type)) &&
  !(target instanceof Element && target.closest(EDITABLE));

/** To be called in the drop itself: what was dropped cannot be read any more after it. */
export function readDropped({ files, items, types }: DataTransfer): Dropped {
  if (!types.includes('Files')) return { refusal: 'text', name: '' };
  const [file] = files;
  if (!file) return { refusal: 'nothing', name: '' };
  const { name } = file;
  if (files.length > 1) return { refusal: 'one', name };
  const isFolder = items[0]?.webkitGetAsEntry?.()?.isDirectory;
  if (isFolder) return { refusal: 'folder', name };
  if (!isAccepted(name)) return { refusal: 'wrongType', name };
  return file.size === 0 ? { refusal: 'empty', name } : { file };
}
