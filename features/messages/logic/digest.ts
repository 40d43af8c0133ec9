// Notices with the numbers of a dashboard. Pure.
import type { ReceivedNotice } from '@/contract/schemas/message';

/** The dashboard of a digest by its link; null for all other notices. */
export function boardOfDigest({ code, link }: Pick<ReceivedNotice, 'code' | 'link'>): number | null {
  if (code !== 'board_digest' || !link) return null;
  const id = Number(new URLSearchParams(link.split('?')[1]).get('board'));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
