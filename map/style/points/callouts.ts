// Labels at a distance from their points, with a line that leads there: for what finds no room beside its point.
import type { SymbolLayerSpecification } from 'maplibre-gl';

type Layout = NonNullable<SymbolLayerSpecification['layout']>;

/** CSS pixels from the point to the end of its line. */
export const LEADER = { width: 24, height: 16 } as const;

export const CORNERS = ['top-right', 'top-left', 'bottom-right', 'bottom-left'] as const;
export type Corner = (typeof CORNERS)[number];

const PREFIX = 'leader:';
export const leaderId = (corner: Corner, colour: string): string => `${PREFIX}${corner}:${colour}`;

/** Null for a name that is no line's. */
export const readLeaderId = (id: string): { corner: Corner; colour: string } | null => {
  const [, corner, colour] = /^leader:([a-z-]+):(#[0-9a-f]{6})$/i.exec(id) ?? [];
  const match = CORNERS.find((c) => c === corner);
  return match && colour ? { corner: match, colour } : null;
};

const opposite = (corner: Corner): Corner =>
  `${corner.startsWith('top') ? 'bottom' : 'top'}-${corner.endsWith('left') ? 'right' : 'left'}` as Corner;

const GAP = 3;

/**
 * One map layer for each corner, bottom-up: the last has its place first. Lines of one point share its place, so that only one of
 * them finds room, and none where the label stands beside the point.
 */
export const callouts = (id: string, size: number, colour: string): { id: string; layout: Layout }[] =>
  CORNERS.toReversed().map((corner) => {
    const [right, up] = [corner.endsWith('right') ? 1 : -1, corner.startsWith('top') ? -1 : 1];
    return {
      id: `${id}:${corner}`,
      layout: {
        'icon-image': leaderId(corner, colour),
        'icon-anchor': opposite(corner),
        'icon-padding': [6],
        'text-anchor': corner.endsWith('right') ? 'left' : 'right',
        'text-offset': [(right * (LEADER.width + GAP)) / size, (up * LEADER.height) / size],
        'text-justify': corner.endsWith('right') ? 'left' : 'right',
      },
    };
  });
