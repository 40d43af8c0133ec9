// Where help pages come from.

/** The page as Markdown; null where there is none. A page that is not ours (an HTML answer) is none. */
export async function loadHelp(lang: string, slug: string): Promise<string | null> {
  if (!/^[a-z0-9-]{1,64}$/.test(slug)) return null;
  const answer = await fetch(`/help/${lang}/${slug}.md`, { credentials: 'same-origin' });
  const html = answer.headers.get('content-type')?.includes('text/html');
  return answer.ok && !html ? answer.text() : null;
}
