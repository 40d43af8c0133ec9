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

/** Asks for an export of one layer and starts its download; answers what will be lost in it, as sentences. Throws CallError. */
export async function downloadRecords(layer: number, order: ExportOrder): Promise<string[]> {
  const { name, token, warnings } = await call(api.exports.token, { params: { id: layer }, body: order });
  follow(addressOf(api.exports.download, { params: { name, token } }), '');
  return warnings;
}

/** Saves bytes that the browser holds already. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  follow(address, name);
  // The browser has begun to read it by then; without this the bytes stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
