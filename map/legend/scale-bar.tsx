// A legend's numbers on screen: a ramp with ticks, or bubbles in each other with lines to their numbers.
'use client';
import { isolate } from '@/lib/i18n/isolate';
import { fitTicks, type LegendScale, type Tick } from './scale';

/** CSS pixels. */
const WIDTH = 232;
const LETTER = 6;
const FONT = 11;

export interface ScaleBarProps {
  scale: LegendScale;
  /** A tick in the reader's words and digits. */
  text: (tick: Tick) => string;
  label: string;
  /** The layer's opacity, 0 to 1. */
  opacity?: number;
}

/** Low stands at the left, as on a ruler, in either direction of reading. */
export const ScaleBar = ({ scale, text, label, opacity = 1 }: ScaleBarProps) =>
  scale.kind === 'ramp' ? (
    <Ramp scale={scale} text={text} label={label} opacity={opacity} />
  ) : (
    <Bubbles scale={scale} text={text} label={label} opacity={opacity} />
  );

type Of<K extends LegendScale['kind']> = Omit<Required<ScaleBarProps>, 'scale'> & {
  scale: Extract<LegendScale, { kind: K }>;
};

const BAR = 10;

const Ramp = ({ scale: { colours, ticks }, text, label, opacity }: Of<'ramp'>) => {
  const widthOf = (tick: Tick) => text(tick).length * LETTER + 6;
  const wide = WIDTH / colours.length;
  return (
    <svg
      width={WIDTH}
      height={BAR + 20}
      viewBox={`0 0 ${WIDTH} ${BAR + 20}`}
      role="img"
      aria-label={label}
      direction="ltr"
    >
      <g opacity={opacity} data-swatch>
        {colours.map((colour, i) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: steps of a ramp have no other name.
            key={i}
            x={i * wide}
            y={0}
            width={wide + (i < colours.length - 1 ? 0.5 : 0)}
            height={BAR}
            fill={colour}
          />
        ))}
      </g>
      {ticks.map((tick) => (
        <path
          key={tick.at}
          d={`M${Math.min(WIDTH - 0.5, Math.max(0.5, tick.at * WIDTH))} ${BAR}v4`}
          stroke="currentColor"
        />
      ))}
      {fitTicks(ticks, widthOf, WIDTH).map((tick) => {
        const half = widthOf(tick) / 2;
        return (
          <text
            key={tick.at}
            x={Math.min(WIDTH - half + 3, Math.max(half - 3, tick.at * WIDTH))}
            y={BAR + 16}
            fontSize={FONT}
            textAnchor="middle"
            fill="currentColor"
          >
            {isolate(text(tick))}
          </text>
        );
      })}
    </svg>
  );
};

/** Radius of the largest bubble that there is room for. */
const MAX_RADIUS = 22;
const LINE = 15;

const Bubbles = ({ scale: { bubbles }, text, label, opacity }: Of<'sizes'>) => {
  const largest = Math.max(...bubbles.map(({ mark }) => mark.size + mark.stroke_width / 2));
  const share = Math.min(1, MAX_RADIUS / largest);
  const outer = largest * share;
  const height = Math.max(2 * outer, bubbles.length * LINE) + 4;
  const rows = bubbles.toReversed();
  return (
    <svg width={WIDTH} height={height} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label} direction="ltr">
      {rows.map(({ mark, tick }, i) => {
        const radius = mark.size * share;
        const top = height - 2 - 2 * radius;
        const y = LINE * (i + 0.5) + 2;
        return (
          <g key={tick.at}>
            <circle
              cx={outer + 2}
              cy={height - 2 - radius}
              r={radius}
              fill={mark.color}
              fillOpacity={mark.opacity * opacity}
              stroke={mark.stroke}
              strokeWidth={Math.max(0.5, mark.stroke_width * share)}
              data-swatch
            />
            <path
              d={`M${outer + 2} ${top}L${2 * outer + 16} ${y}h8`}
              fill="none"
              stroke="currentColor"
              strokeOpacity={0.5}
            />
            <text x={2 * outer + 28} y={y + 4} fontSize={FONT} fill="currentColor">
              {isolate(text(tick))}
            </text>
          </g>
        );
      })}
    </svg>
  );
};
