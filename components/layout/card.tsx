// A titled block on its own surface.
import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

export interface CardProps {
  /** Names the block for screen readers too; without it the card is only a surface. */
  title?: string;
  hint?: ReactNode;
  /** At the end of the heading. */
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Card({ title, hint, action, children, className }: CardProps) {
  const id = useId();
  return (
    <section className={`${classes.card} ${className ?? ''}`} {...(title ? { 'aria-labelledby': id } : {})}>
      {title && (
        <header className={classes.head}>
          <div className={classes.words}>
            <h2 id={id} className={classes.title}>
              {title}
            </h2>
            {hint && <p className={classes.hint}>{hint}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
