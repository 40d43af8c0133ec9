// The screens that stand where another one could not: forbidden, not found, not built yet. One shape for all three.
'use client';
import { Button } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import classes from './not-here.module.css';

export interface NotHereProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** More of the same in a smaller voice. */
  note?: string;
  action: { href: string; label: string };
}

/** Icon, one sentence, what to do, one way out. */
export function NotHere({ icon, title, text, note, action }: NotHereProps) {
  return (
    <div className={classes.wrap}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      {note && <p className={classes.text}>{note}</p>}
      <Button component={Link} href={action.href} prefetch={false}>
        {action.label}
      </Button>
    </div>
  );
}
