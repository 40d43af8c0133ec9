// /texts/<language>.<hash>.json: all texts of a language, which a browser keeps for as long as they are the same.
import { textsAt } from '@/lib/i18n/texts/texts-file';

export const dynamic = 'force-dynamic';

export function GET(request: Request): Response {
  const texts = textsAt(new URL(request.url).pathname);
  if (!texts) return new Response(null, { status: 404 });
  const { file, isCurrent } = texts;
  // While a new build takes over, a page of one process may ask the other: the texts that are here, which nobody keeps.
  const keep = isCurrent ? 'public, max-age=31536000, immutable' : 'no-store';
  return new Response(file.body, {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': keep },
  });
}
