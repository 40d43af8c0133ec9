// A workbench: what can be put in, what is being made, and the details of what is chosen in it. One column on a phone.
import type { ReactNode } from 'react';
import classes from './templates.module.css';

/** A place with its name for those who do not see it. */
export interface Place {
  label: string;
  content: ReactNode;
}

export interface StudioProps {
  /** Name, undo, save. */
  bar: ReactNode;
  palette: Place;
  canvas: Place;
  inspector: Place;
}

/** Fills its parent, which must have a height. */
export function Studio({ bar, palette, canvas, inspector }: StudioProps) {
  return (
    <div className={classes.studio}>
      <div className={classes.bar}>{bar}</div>
      <aside className={classes.pane} aria-label={palette.label}>
        {palette.content}
      </aside>
      <section className={`${classes.pane} ${classes.canvas}`} aria-label={canvas.label}>
        <div>{canvas.content}</div>
      </section>
      <aside className={classes.pane} aria-label={inspector.label}>
        {inspector.content}
      </aside>
    </div>
  );
}
