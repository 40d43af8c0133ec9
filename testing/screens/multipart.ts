// A form with files as the bytes of a request: the files of a page that is drawn without a browser are none to Node's own fetch.

const END = '\r\n';

/** What `fetch` is given in the place of a form. */
export async function multipartOf(form: FormData): Promise<{ body: Uint8Array<ArrayBuffer>; type: string }> {
  const boundary = `part-${Math.random().toString(36).slice(2)}`;
  const parts: Uint8Array[] = [];
  for (const [name, value] of form) {
    const file = typeof value === 'string' ? '' : `; filename="${encodeURIComponent(value.name)}"`;
    const head = `--${boundary}${END}content-disposition: form-data; name="${name}"${file}${END}${END}`;
    const content = typeof value === 'string' ? Buffer.from(value) : new Uint8Array(await value.arrayBuffer());
    parts.push(Buffer.from(head), content, Buffer.from(END));
  }
  parts.push(Buffer.from(`--${boundary}--${END}`));
  return { body: Uint8Array.from(Buffer.concat(parts)), type: `multipart/form-data; boundary=${boundary}` };
}
