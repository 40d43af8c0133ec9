// The pages of a job: the one of the frame, or one for each region or record, each with its own words and place.
import type { PageFacts } from '@/map/print/facts';
import { frameOf } from '@/map/print/layout';
import { type Place, zoomOf, zoomToFit } from '@/map/print/paper';
import type { Faces } from '@/map/print/text';
import type { PrintSettings } from './settings';
import type { AtlasPage } from './use-atlas';

export interface PrintPage {
  facts: PageFacts;
  place: Place;
}

/** `atlas`: its pages; null makes the one page of the frame. */
export const pagesOf = (
  { scale }: Pick<PrintSettings, 'scale'>,
  facts: PageFacts,
  place: Place,
  faces: Faces,
  atlas: readonly AtlasPage[] | null,
): PrintPage[] =>
  atlas?.map(({ name, extent }) => {
    const own = { ...facts, title: name, description: [facts.title, facts.description].filter(Boolean).join('\n') };
    const fit = zoomToFit(extent, frameOf(own, faces).map);
    const zoom = scale === null ? fit.zoom : zoomOf(fit.center[1], scale);
    return { facts: own, place: { center: fit.center, zoom, bearing: 0 } };
  }) ?? [{ facts, place }];
