// A sentence that stands on a screen: something to know, to take care of, or a refusal.
import { IconAlertTriangle, IconBan, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './callout.module.css';

export type CalloutKind = 'information' | 'caution' | 'refusal';

const ICONS = { information: IconInfoCircle, caution: IconAlertTriangle, refusal: IconBan };

export interface CalloutProps {
  kind?: CalloutKind;
  children: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
}

/** A refusal is read out when it comes. */
export function Callout({ kind = 'information', children, action }: CalloutProps) {
  const Icon = ICONS[kind];
  return (
    <div className={classes.callout} data-kind={kind} role={kind === 'refusal' ? 'alert' : 'note'}>
      <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.text}>{children}</div>
      {action}
    </div>
  );
}
