// Files for the reader: an export of a layer's records, or bytes made in the browser.
import { api } from '../../contract';
import type { ExportOrder } from '../../contract/schemas/export';
import { addressOf, call } from './client';

const follow = (address: string, name: string) => {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
};

/**
 * Asks for an export of one layer and starts its download, where anything will be lost in it only once `accept` says so of the
 * sentences about it. Throws CallError.
 */
export async function downloadRecords(
  layer: number,
  order: ExportOrder,
  accept: (losses: string[]) => Promise<boolean>,
): Promise<void> {
  const ask = () => call(api.exports.token, { params: { id: layer }, body: order });
  let ticket = await ask();
  if (ticket.warnings.length > 0) {
    const since = Date.now();
    if (!(await accept(ticket.warnings))) return;
    // The token may have run out while the reader read.
    if (Date.now() - since > (ticket.expire_seconds * 1000) / 2) ticket = await ask();
  }
  const { name, token } = ticket;
  follow(addressOf(api.exports.download, { params: { name, token } }), '');
}

/** Downloads the files or pictures of a layer's records. */
export function downloadArchive(layer: number, content: 'files' | 'images', filter: Record<string, string>): void {
  follow(addressOf(api.exports[content], { params: { id: layer }, query: filter }), '');
}

/** Downloads the file that an export has left. */
export const downloadJobFile = (job: string): void => follow(addressOf(api.exports.file, { params: { id: job } }), '');

/** Saves bytes that the browser holds already. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  follow(address, name);
  // The browser has begun to read it by then; without this the bytes stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
