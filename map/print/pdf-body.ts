// The body of a PDF file: its numbers and words, its numbered objects, and the table of where they are.

/** Letters below 256 as bytes. */
export const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (c) => c.charCodeAt(0));
/** A number as PDF writes it: no exponent, no needless zeros. */
export const formatNumber = (value: number): string => {
  const text = value.toFixed(4).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
};
/** Hexadecimal digits. */
export const toHex = (value: number, length = 4): string => value.toString(16).padStart(length, '0');
/** UTF-16 as hexadecimal digits. */
export const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => toHex(text.charCodeAt(i))).join('');

/** The body of the file as it grows: numbered objects, and where each of them begins. */
export const createBody = () => {
  const head = toBytes('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  const parts: BlobPart[] = [head];
  const starts: number[] = [];
  let length = head.length;
  const push = (part: Uint8Array<ArrayBuffer> | Blob) => {
    parts.push(part);
    length += part instanceof Blob ? part.size : part.length;
  };
  const reserve = (): number => starts.push(-1);
  const put = (id: number, dict: string, stream?: Uint8Array<ArrayBuffer> | Blob): number => {
    starts[id - 1] = length;
    const size = stream instanceof Blob ? stream.size : (stream?.length ?? 0);
    push(toBytes(`${id} 0 obj\n${stream ? dict.replace(/>>$/, `/Length ${size}>>`) : dict}\n`));
    if (stream) {
      push(toBytes('stream\n'));
      push(stream);
      push(toBytes('\nendstream\n'));
    }
    push(toBytes('endobj\n'));
    return id;
  };
  return {
    reserve,
    put,
    add: (dict: string, stream?: Uint8Array<ArrayBuffer> | Blob) => put(reserve(), dict, stream),
    end: (root: number, info: number): Blob => {
      const table = starts.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
      const tail = `xref\n0 ${starts.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${starts.length + 1}/Root ${root} 0 R/Info ${info} 0 R>>\nstartxref\n${length}\n%%EOF\n`;
      push(toBytes(tail));
      return new Blob(parts, { type: 'application/pdf' });
    },
  };
};
export type Body = ReturnType<typeof createBody>;
