// A card provider that moves no money, with a page to pay on. It speaks Zarinpal's protocol, so that the same code runs against it.
// Payments are kept in memory.
import { randomBytes } from 'node:crypto';
import fastify from 'fastify';
import { z } from 'zod';
import en from '../../messages/en/sandbox.json';
import fa from '../../messages/fa/sandbox.json';

/** Payments that nobody finished are forgotten after this time, as real providers do. */
const OPEN_MS = 15 * 60_000;
const MOST = 10_000;

interface Payment {
  merchant: string;
  amount: number;
  description: string;
  returnTo: string;
  at: number;
  state: 'open' | 'paid' | 'verified' | 'cancelled';
  ref: number;
}

const Request = z.object({
  merchant_id: z.string().min(1).max(100),
  amount: z.number().int().min(1000),
  description: z.string().max(500),
  callback_url: z.url({ protocol: /^https?$/ }).max(500),
});
const Verify = z.object({ merchant_id: z.string(), authority: z.string(), amount: z.number() });
const Act = z.object({ act: z.enum(['pay', 'cancel']) });

const HTML = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } as Record<string, string>;
const text = (raw: string) => raw.replace(/[&<>"']/g, (sign) => HTML[sign] as string);

/** The page to pay on; it says so where there is no such payment, or no longer. */
function payPage(lang: 'fa' | 'en', payment: Payment | undefined): string {
  const words = lang === 'en' ? en : fa;
  const toman = payment && new Intl.NumberFormat(lang).format(payment.amount / 10);
  const buttons =
    payment?.state === 'open'
      ? `<p>${text(payment.description)}</p><p class="sum">${toman} ${text(words.toman)}</p>
         <form method="post"><button name="act" value="pay">${text(words.pay)}</button><button name="act" value="cancel" class="quiet">${text(words.cancel)}</button></form>`
      : `<p>${text(words.gone)}</p>`;
  return `<!doctype html><html lang="${lang}" dir="${lang === 'fa' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(words.title)}</title><style>body{font:16px/1.7 Vazirmatn,Tahoma,sans-serif;background:#10131f;color:#e6e9f5;display:grid;place-items:center;min-height:100vh;margin:0}
main{background:#191d2e;border:1px solid #2b3150;border-radius:12px;padding:32px;width:min(360px,calc(100vw - 48px));text-align:center}h1{font-size:20px;margin:0 0 8px}
.note{color:#9aa3c7;font-size:14px;margin:0 0 16px}.sum{font-size:24px;font-weight:700}form{display:grid;gap:8px}button{font:inherit;padding:10px;border:0;border-radius:8px;background:#5c6cff;color:#fff;cursor:pointer}
button.quiet{background:none;color:#b9c1e6;border:1px solid #2b3150}button:focus-visible{outline:2px solid #fff;outline-offset:2px}</style>
<main><h1>${text(words.title)}</h1><p class="note">${text(words.note)}</p>${buttons}</main></html>`;
}

/** The provider; `gateway/server.ts` lets it listen. */
export function sandbox() {
  const payments = new Map<string, Payment>();
  const app = fastify({ logger: false, bodyLimit: 65_536 });
  const failed = (code: number, message: string) => ({ data: [], errors: { code, message, validations: [] } });
  /** How often it was asked to verify; `healthz` tells. */
  let verified = 0;

  const forget = () => {
    for (const [authority, payment] of payments)
      if (payments.size > MOST || (payment.state === 'open' && Date.now() - payment.at > OPEN_MS))
        payments.delete(authority);
  };

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler((_, __, reply) => reply.status(400).send(failed(-9, 'validation')));
  app.get('/healthz', async () => ({ ok: true, verified }));

  app.post('/pg/v4/payment/request.json', async (request) => {
    const read = Request.safeParse(request.body);
    if (!read.success) return failed(-9, read.error.issues[0]?.path.join('.') ?? 'body');
    forget();
    const authority = `S${randomBytes(18).toString('hex').toUpperCase().slice(0, 35)}`;
    payments.set(authority, {
      merchant: read.data.merchant_id,
      amount: read.data.amount,
      description: read.data.description,
      returnTo: read.data.callback_url,
      at: Date.now(),
      state: 'open',
      ref: 0,
    });
    return { data: { code: 100, message: 'Success', authority, fee_type: 'Merchant', fee: 0 }, errors: [] };
  });

  app.post('/pg/v4/payment/verify.json', async (request) => {
    verified++;
    const read = Verify.safeParse(request.body);
    const payment = read.success && payments.get(read.data.authority);
    if (!read.success || !payment) return failed(-54, 'no such payment');
    if (payment.merchant !== read.data.merchant_id) return failed(-53, 'another merchant');
    if (payment.amount !== read.data.amount) return failed(-50, 'another amount');
    if (payment.state === 'open' || payment.state === 'cancelled') return failed(-51, 'not paid');
    const code = payment.state === 'verified' ? 101 : 100;
    payment.state = 'verified';
    return { data: { code, message: code === 100 ? 'Paid' : 'Verified', ref_id: payment.ref, card_pan: '603799******1234', fee: 0 }, errors: [] }; // biome-ignore format: one line
  });

  app.get<{ Params: { authority: string } }>('/pg/StartPay/:authority', async (request, reply) => {
    const payment = payments.get(request.params.authority);
    return reply
      .status(payment ? 200 : 404)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(payPage(/^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'fa', payment));
  });

  app.post<{ Params: { authority: string } }>('/pg/StartPay/:authority', async (request, reply) => {
    const payment = payments.get(request.params.authority);
    const read = Act.safeParse(request.body);
    if (!payment || !read.success || payment.state !== 'open')
      return reply.status(404).send(failed(-54, 'no such payment'));
    payment.state = read.data.act === 'pay' ? 'paid' : 'cancelled';
    if (payment.state === 'paid') payment.ref = 100_000_000 + (randomBytes(4).readUInt32BE() % 900_000_000);
    const back = new URL(payment.returnTo);
    back.searchParams.set('Authority', request.params.authority);
    back.searchParams.set('Status', payment.state === 'paid' ? 'OK' : 'NOK');
    return reply.redirect(back.href, 303);
  });
  return app;
}
