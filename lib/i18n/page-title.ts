// The title of a page, for Next's metadata: every page file is this and one screen.
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { RouteId } from '../routes/table';

/** Use as `export const generateMetadata = () => pageTitle('layers')`. */
export async function pageTitle(id: RouteId): Promise<Metadata> {
  const t = await getTranslations('routes');
  return { title: t(`${id}.title`) };
}
