// Reads server-sent events: whole messages, and the id from which another stream goes on.

export interface StreamMessage {
  id: string;
  /** The text of the message; null where the stream only says that it lives. */
  data: string | null;
}

/** Longer than any message of ours: a stream without ends is none. */
const MAX_CHARS = 1_000_000;

/** Calls `onMessage` for each message until the body ends. Throws where it breaks off. */
export async function readStream(
  body: ReadableStream<Uint8Array>,
  onMessage: (message: StreamMessage) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let text = '';
  let id = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value.replaceAll('\r', '');
    if (text.length > MAX_CHARS) throw new Error('the message has no end');
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      let data: string | null = null;
      for (const line of text.slice(0, end).split('\n')) {
        if (line.startsWith('id: ')) id = line.slice(4);
        else if (line.startsWith('data: ')) data = line.slice(6);
      }
      text = text.slice(end + 2);
      onMessage({ id, data });
    }
  }
}
