// A group's own picture, read as every other answer of the server.
'use client';
import { useObjectUrl } from '@/components/fields/use-object-url';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';

/** Only paths below /api/ have bytes; the name of a picture of ours has none. */
const isOwn = (logo: string | null) => logo?.startsWith('layergroup/') === true;

/** The address to show a logo by: of what the server has, or of what was just chosen. Null where there is none to show. */
export function useLogoAddress(group: number | null, logo: string | null): string | null {
  const isRead = group !== null && isOwn(logo);
  const bytes = useRead(api.groups.logo, { params: { id: group ?? 0 } }, { enabled: isRead }).data;
  const url = useObjectUrl(isRead ? bytes : null);
  return logo?.startsWith('data:') ? logo : url;
}
