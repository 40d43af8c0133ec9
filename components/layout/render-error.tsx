// The box for a screen that could not be drawn: the product's sentence, a refresh, details. Needs no provider but the texts.
'use client';
import classes from './render-error.module.css';

export interface RenderErrorProps {
  error: Error & { digest?: string };
  texts: { renderError: string; reload: string; details: string };
}

/** Plain elements on purpose: what broke may be the theme. */
export function RenderError({ error, texts }: RenderErrorProps) {
  return (
    <div className={classes.box} role="alert">
      <p className={classes.text}>{texts.renderError}</p>
      <button type="button" className={classes.button} onClick={() => location.reload()}>
        {texts.reload}
      </button>
      <details className={classes.details}>
        <summary>{texts.details}</summary>
        <pre dir="ltr">{[error.name, error.message, error.digest].filter(Boolean).join('\n')}</pre>
      </details>
    </div>
  );
}
