// A workbench: what can be put in, what is being made, and the details of what is chosen in it. One column on a phone.
import type { ReactNode, Ref } from 'react';
import classes from './templates.module.css';

/** A place with its name for those who do not see it. */
export interface Place {
  label: string;
  content: ReactNode;
}

export interface StudioProps {
  /** Name, undo, save. */
  bar: ReactNode;
  /** Left out where it opens above the canvas: on a phone. */
  palette?: Place | undefined;
  canvas: Place;
  inspector?: Place | undefined;
  /** Stands in place of palette and inspector, beside the canvas or alone. */
  preview?: Place | undefined;
  /** What scrolls the canvas. */
  frame?: Ref<HTMLElement>;
}

const Aside = ({ place }: { place: Place | undefined }) =>
  place ? (
    <aside className={classes.pane} aria-label={place.label}>
      {place.content}
    </aside>
  ) : null;

/** Fills its parent, which must have a height. */
export function Studio({ bar, palette, canvas, inspector, preview, frame }: StudioProps) {
  return (
    <div className={classes.studio} data-preview={preview !== undefined || undefined}>
      <div className={classes.bar}>{bar}</div>
      {!preview && <Aside place={palette} />}
      <section ref={frame} className={`${classes.pane} ${classes.canvas}`} aria-label={canvas.label}>
        <div>{canvas.content}</div>
      </section>
      <Aside place={preview ?? inspector} />
    </div>
  );
}
