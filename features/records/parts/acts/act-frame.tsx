// What every act on all of a filter shows: its exact number, what stays and why, and the button that orders it.
'use client';
import { Alert, Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import type { Act } from '@/contract/schemas/acts/act';
import type { VerdictAction } from '@/contract/schemas/record';
import { useFormat } from '@/lib/i18n/use-format';
import classes from '../bulk-edit.module.css';
import type { useAct } from './use-act';

/** An act, or the verdict of one, as its words are named. */
export type ActWords = Exclude<Act, 'supervise'> | VerdictAction;

interface ActFrameProps {
  title: string;
  words: ActWords;
  act: ReturnType<typeof useAct>;
  /** How it is done and taken back. */
  text: ReactNode;
  /** Whether everything that the act needs is filled in. */
  isReady: boolean;
  isDanger?: boolean;
  onRun: () => void;
  onClose: () => void;
  /** Above the number. */
  children?: ReactNode;
  /** Below the text. */
  confirm?: ReactNode;
}

export function ActFrame(props: ActFrameProps) {
  const { title, words, act, text, isReady, isDanger, onRun, onClose, children, confirm } = props;
  const t = useTranslations('records.acts');
  const common = useTranslations('common');
  const { number } = useFormat();
  const errorText = useErrorText();
  const n = { count: act.count ?? 0, n: number(act.count ?? 0) };
  return (
    <Dialog opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <div className={classes.body}>
        {children}
        <p role="status" className={classes.count}>
          {act.count === undefined ? t('counting') : t(`count.${words}`, n)}
        </p>
        {act.refused.map(({ reason, count: left }) => (
          <p key={reason} className={classes.text}>
            {t('refused', { count: left, n: number(left), reason })}
          </p>
        ))}
        <p className={classes.text}>{text}</p>
        {confirm}
        {act.error !== null && <Alert color="red">{errorText(act.error)}</Alert>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            color={isDanger ? 'red' : undefined}
            loading={act.busy}
            disabled={!act.count || !isReady}
            onClick={onRun}
          >
            {t(`run.${words}`, n)}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
