// Puts the memory of the embedded PostgreSQL where another thread can write to it. PostgreSQL ends a statement when it finds two words
// of its memory set ("interrupt pending", "cancel pending"); its own thread can set neither, for it runs the statement.
// A WebAssembly module says in its import section whether its memory is shared: this one bit is set, here and in its extensions.

const MAGIC_BYTES = 8;
const IMPORT_SECTION = 2;
const [FUNCTION, TABLE, MEMORY, GLOBAL] = [0, 1, 2, 3];
const HAS_MAX = 1;
const SHARED_WITH_MAX = 3;
/** Pages of 64 kB: 2 GB, what PGlite lets its memory grow to. */
const MAX_PAGES = 32_768;

/** An unsigned LEB128 number at a place, and where it ends. */
function readNumber(bytes, start) {
  let [value, shift, at] = [0, 0, start];
  let byte;
  do {
    byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    shift += 7;
  } while (byte & 0x80);
  return [value, at];
}

function numberBytes(number) {
  const bytes = [];
  let rest = number;
  do {
    const more = rest >= 0x80;
    bytes.push((rest % 0x80) | (more ? 0x80 : 0));
    rest = Math.floor(rest / 0x80);
  } while (rest > 0);
  return Buffer.from(bytes);
}

/** The import section with its memory, if there is one, marked as shared. */
function shareImport(section) {
  const parts = [];
  let done = 0;
  let [count, at] = readNumber(section, 0);
  const skipNumber = () => {
    const [value, next] = readNumber(section, at);
    at = next;
    return value;
  };
  const skipLimits = () => {
    const flags = section[at++];
    const min = skipNumber();
    return [min, flags & HAS_MAX ? skipNumber() : MAX_PAGES];
  };
  for (; count > 0; count--) {
    for (const _ of ['module', 'name']) {
      const length = skipNumber();
      at += length;
    }
    const kind = section[at++];
    if (kind === FUNCTION) skipNumber();
    else if (kind === TABLE) {
      at++;
      skipLimits();
    } else if (kind === MEMORY) {
      const start = at;
      const [min] = skipLimits();
      parts.push(
        section.subarray(done, start),
        Buffer.from([SHARED_WITH_MAX]),
        numberBytes(min),
        numberBytes(MAX_PAGES),
      );
      done = at;
    } else if (kind === GLOBAL) at += 2;
    else throw new Error(`an import of kind ${kind}`);
  }
  return Buffer.concat([...parts, section.subarray(done)]);
}

/** The bytes of a module whose imported memory is shared. */
function shareModule(source) {
  const bytes = ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source);
  const parts = [bytes.subarray(0, MAGIC_BYTES)];
  for (let at = MAGIC_BYTES; at < bytes.length; ) {
    const start = at;
    const id = bytes[at];
    const [length, body] = readNumber(bytes, at + 1);
    at = body + length;
    if (id !== IMPORT_SECTION) {
      parts.push(bytes.subarray(start, at));
      continue;
    }
    const section = shareImport(bytes.subarray(body, at));
    parts.push(Buffer.from([id]), numberBytes(section.length), section);
  }
  return Buffer.concat(parts);
}

/** From here on every WebAssembly memory of this thread is shared, and every module takes such a one. */
export function shareMemory() {
  const { Module, Memory, instantiate } = WebAssembly;
  const shared = (code) => (code instanceof Module ? code : shareModule(code));
  WebAssembly.Module = new Proxy(Module, { construct: (_, [code]) => new Module(shared(code)) });
  WebAssembly.Memory = new Proxy(Memory, {
    construct: (_, [limits]) => new Memory({ ...limits, maximum: MAX_PAGES, shared: true }),
  });
  WebAssembly.instantiate = (code, imports) => instantiate(shared(code), imports);
}
