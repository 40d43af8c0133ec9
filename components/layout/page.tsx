// The frame of every screen that is not the map: heading, its actions, content. Padding and scrolling are the shell's.
import type { CSSProperties, ReactNode } from 'react';
import classes from './page.module.css';

export interface PageProps {
  title: string;
  actions?: ReactNode;
  /** Widest content in pixels; forms read best at about 720, tables take all there is. */
  width?: number;
  /** The last child takes the rest of the height and scrolls by itself: tables. */
  fill?: boolean;
  children: ReactNode;
}

/** A screen with its heading. */
export function Page({ title, actions, width, fill, children }: PageProps) {
  return (
    <div
      className={`${classes.page} ${fill ? classes.fill : ''}`}
      style={width ? ({ '--page-width': `${width}px` } as CSSProperties) : undefined}
    >
      <header className={classes.head}>
        <h1 className={classes.title}>
          <bdi>{title}</bdi>
        </h1>
        {actions}
      </header>
      {children}
    </div>
  );
}
