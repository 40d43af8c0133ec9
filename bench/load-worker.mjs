// Sends the requests of a benchmark from a process of its own, so that the measured server has its thread for itself.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Pool } from 'undici';

const { origin, paths, headers, connections, seconds, most, cheap } = (await once(process, 'message'))[0];

/** Asks one after the other on one connection, and only counts the bytes: a full HTTP client would itself be the limit. */
function flooding(tally, next, until) {
  const { hostname, port } = new URL(origin);
  const fixed = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let head = Buffer.alloc(0);
    let left = -1;
    const ask = () => socket.write(`GET ${next()} HTTP/1.1\r\n${fixed.join('')}\r\n`);
    const answered = () => {
      tally.count++;
      left = -1;
      head = Buffer.alloc(0);
      if (performance.now() < until) return ask();
      socket.destroy();
      resolve();
    };
    socket.on('data', (part) => {
      tally.bytes += part.length;
      if (left >= 0) left -= part.length;
      else {
        head = head.length ? Buffer.concat([head, part]) : part;
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        const length = /^content-length: (\d+)/im.exec(text)?.[1];
        if (!/^HTTP\/1.1 20[04]/.test(text) || (length === undefined && !text.includes(' 204 '))) tally.bad++;
        left = Number(length ?? 0) - (head.length - end - 4);
      }
      if (left === 0) answered();
    });
    socket.once('error', reject);
    socket.once('connect', ask);
    socket.once('close', resolve);
  });
}

/** As many answers as possible in a fixed time. */
async function flood() {
  const tally = { count: 0, bytes: 0, bad: 0 };
  let turn = 0;
  const next = () => paths[turn++ % paths.length];
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, () => flooding(tally, next, start + seconds * 1000)));
  const spent = (performance.now() - start) / 1000;
  return { rate: tally.count / spent, bytes: tally.bytes / Math.max(1, tally.count), bad: tally.bad };
}

/** Whole passes through the list until the time is over: each path counts as often as any other. */
async function passes() {
  const pool = new Pool(origin, { connections, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const times = [];
  let next = 0;
  let bytes = 0;
  let bad = 0;
  const start = performance.now();
  const over = () => {
    const spent = (performance.now() - start) / 1000;
    return spent > most || (next % paths.length === 0 && next > 0 && spent > seconds);
  };
  const client = async () => {
    while (!over()) {
      const path = paths[next++ % paths.length];
      const from = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      bytes += (await body.arrayBuffer()).byteLength;
      times.push(performance.now() - from);
      if (statusCode < 200 || statusCode > 299) bad++;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const spent = (performance.now() - start) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
  return { rate: times.length / spent, p50: at(0.5), p95: at(0.95), bytes: bytes / times.length, bad };
}

process.send(await (cheap ? flood() : passes()), () => process.disconnect());
