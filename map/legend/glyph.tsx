// A layer's mark as a small picture, drawn with the numbers that the map itself uses.
'use client';
import { ICON_SIDE, isSymbol } from '../style/icons';
import type { LegendGlyph } from '../style/legend';
import { arcPath, MAX_ARCS, RING, ringArcs } from '../style/points/ring-image';
import { useOutline } from './use-outline';

interface GlyphProps {
  glyph: LegendGlyph;
  /** The layer's opacity, 0 to 1. */
  opacity?: number;
  /** CSS pixels of the square. */
  size?: number;
}

/** Decoration: the label beside it says what it means. Marks larger than the square are drawn as large as fits. */
export const Glyph = ({ glyph, opacity = 1, size = 18 }: GlyphProps) => {
  const { shape, mark, share = 1 } = glyph;
  const middle = size / 2;
  const stroke = Math.min(mark.stroke_width, size / 6);
  const fill = { fill: mark.color, fillOpacity: mark.opacity };
  const outline = { stroke: mark.stroke, strokeWidth: stroke };
  const symbol = useOutline(shape === 'point' ? mark.icon : undefined);
  const { picture } = glyph;
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden="true"
      focusable="false"
      data-glyph
      opacity={opacity}
    >
      {shape === 'point' && symbol && (
        <path
          d={symbol}
          transform={`translate(${size * 0.08} ${size * 0.08}) scale(${(size * 0.84) / ICON_SIDE})`}
          paintOrder="stroke"
          {...fill}
          stroke={mark.stroke}
          strokeWidth={stroke}
        />
      )}
      {shape === 'point' && picture && (
        <image href={picture} width={size} height={size} opacity={mark.opacity} preserveAspectRatio="xMidYMid meet" />
      )}
      {shape === 'point' && !picture && !isSymbol(mark.icon) && (
        <circle
          cx={middle}
          cy={middle}
          r={Math.min(mark.size * share, middle - stroke)}
          {...fill}
          {...outline}
          strokeOpacity={mark.opacity}
        />
      )}
      {shape === 'line' && (
        <polyline
          points={`1,${size * 0.75} ${size * 0.38},${size * 0.35} ${size * 0.62},${size * 0.65} ${size - 1},${size * 0.25}`}
          fill="none"
          stroke={mark.color}
          strokeOpacity={mark.opacity}
          strokeWidth={Math.min(mark.size * share, size / 3)}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {shape === 'polygon' && (
        <rect
          x={1 + stroke / 2}
          y={size * 0.16}
          width={size - 2 - stroke}
          height={size * 0.68}
          rx={2}
          {...fill}
          {...outline}
        />
      )}
      {shape === 'ramp' && <RampBars colours={glyph.colours ?? [mark.color]} size={size} />}
      {shape === 'ring' && <RingArcs colours={glyph.colours ?? []} middle={mark.stroke} size={size} />}
      {shape === 'cluster' && (
        <>
          <circle cx={middle} cy={middle} r={middle} fill={mark.color} fillOpacity={0.3} />
          <circle cx={middle} cy={middle} r={middle * 0.72} {...fill} />
        </>
      )}
    </svg>
  );
};

/** A ring of equal parts: what shares mean is seen on the map. */
const RingArcs = ({ colours, middle, size }: { colours: readonly string[]; middle: string; size: number }) => {
  const [half, hole] = [size / 2, (size / 2) * (RING.inner / RING.outer)];
  return (
    <>
      <circle cx={half} cy={half} r={hole} fill={middle} />
      {ringArcs(colours.slice(0, MAX_ARCS).map((color) => ({ color, count: 1 }))).map(({ color, from, to }) => (
        <path key={from} d={arcPath(half, half, hole, from, to)} fill={color} />
      ))}
    </>
  );
};

/** Colours from low to high as bars side by side, low at the left as on a scale. */
const RampBars = ({ colours, size }: { colours: readonly string[]; size: number }) =>
  colours.map((colour, i) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: steps of a ramp have no other name.
      key={i}
      x={(i * size) / colours.length}
      y={size * 0.2}
      // Bars overlap a little, so that no seam shows between them.
      width={size / colours.length + 0.5}
      height={size * 0.6}
      fill={colour}
    />
  ));
