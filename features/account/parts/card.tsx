// A titled block of the profile or the settings.
import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

/** The title names the block for screen readers too. */
export function Card({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {hint && <p className={classes.hint}>{hint}</p>}
      </header>
      {children}
    </section>
  );
}
