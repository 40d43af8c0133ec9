// Before a verdict on many: how many, whose, and how often their work was sent back before. After it: what was refused, and why.
'use client';
import { Button, Group, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/layout/dialog';
import type { Person } from '@/contract/schemas/session';
import type { QueueItem, QueuePerson } from '@/contract/schemas/supervision';
import { isolate } from '@/lib/i18n/isolate';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { ReasonForm } from '../review/reason-form';
import classes from './queue.module.css';

/** Refused rows that are named below one reason. */
const MAX_NAMES = 50;

export type BatchAction = 'approve' | 'return';
export interface Batch {
  action: BatchAction;
  /** Whose work all of it is; null for a selection. */
  person: QueuePerson | null;
  judged: readonly QueueItem[];
  /** Own work that is left out. */
  own: number;
}
/** All work of a person is on its way. */
export interface BatchReading {
  action: BatchAction;
  person: QueuePerson;
  /** What is here of it. */
  read: number;
}

function Returns({ person: { returned, reasons } }: { person: QueuePerson }) {
  const t = useTranslations('supervision.bulk');
  const { number } = useFormat();
  if (returned === 0) return <Text size="sm">{t('neverReturned')}</Text>;
  return (
    <div>
      <Text size="sm">{t('returned', { count: returned, n: number(returned) })}</Text>
      <ul className={classes.reasons}>
        {[...new Set(reasons)].map((reason) => (
          <li key={reason} dir="auto">
            {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ReadingWork({ batch: { person, read }, onClose }: { batch: BatchReading; onClose: () => void }) {
  const t = useTranslations('supervision.bulk');
  const { number } = useFormat();
  return (
    <Stack gap="sm">
      <Text size="md" role="status">
        {t('reading', { n: number(read) })}
      </Text>
      <Progress value={Math.min(100, (100 * read) / Math.max(1, person.waiting))} aria-label={t('readingLabel')} />
      <Group gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
      </Group>
    </Stack>
  );
}

interface VerdictProps {
  batch: Batch;
  onClose: () => void;
  onSend: (batch: Batch, reason?: string) => void;
}

function Verdict({ batch, onClose, onSend }: VerdictProps) {
  const { action, person, judged, own } = batch;
  const t = useTranslations('supervision.bulk');
  const { number } = useFormat();
  const isReturn = action === 'return';
  const people = new Set(judged.flatMap(({ authors }) => authors.map(({ id }) => id)));
  const count = { count: judged.length, n: number(judged.length) };
  const who = person?.person && isolate(personName(person.person));
  const sentence = who
    ? t(isReturn ? 'returnOf' : 'confirmOf', { ...count, who })
    : t(isReturn ? 'returnText' : 'confirmText', { ...count, people: number(people.size) });
  return (
    <Stack gap="sm">
      <Text size="md">
        {judged.length === 0 ? t('nothing') : sentence}
        {own > 0 && ` ${t('own', { count: own, n: number(own) })}`}
      </Text>
      {person && <Returns person={person} />}
      {isReturn && judged.length > 0 ? (
        <ReasonForm of="return" onClose={onClose} onSend={(reason) => onSend(batch, reason)} />
      ) : (
        <Group gap="xs">
          {judged.length > 0 && (
            <Button color="teal" data-autofocus autoFocus onClick={() => onSend(batch)}>
              {t('approve')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Mounted while it is open. Closing it while work is read stops the reading. */
export function BatchDialog({ batch, ...acts }: Omit<VerdictProps, 'batch'> & { batch: Batch | BatchReading }) {
  const t = useTranslations('supervision.bulk');
  return (
    <Dialog opened onClose={acts.onClose} title={t(batch.action === 'return' ? 'returnTitle' : 'confirmTitle')}>
      {'read' in batch ? <ReadingWork batch={batch} onClose={acts.onClose} /> : <Verdict batch={batch} {...acts} />}
    </Dialog>
  );
}

export interface RefusedRow {
  id: number;
  title: string;
  why: string;
  authors: readonly Person[];
}

export function RefusedDialog({ rows, onClose }: { rows: readonly RefusedRow[]; onClose: () => void }) {
  const t = useTranslations('supervision.bulk');
  const { number, listed } = useFormat();
  const reasons = [...new Set(rows.map(({ why }) => why))];
  return (
    <Dialog opened onClose={onClose} title={t('refusedTitle', { n: number(rows.length) })}>
      <Stack gap="sm">
        <ScrollArea.Autosize mah="50vh">
          {reasons
            .map((reason) => [reason, rows.filter(({ why }) => why === reason)] as const)
            .map(([why, some]) => (
              <section key={why} className={classes.refused}>
                <h3>{why}</h3>
                <ul>
                  {some.slice(0, MAX_NAMES).map(({ id, title, authors }) => (
                    <li key={id}>
                      <bdi>{title}</bdi>
                      {authors.length > 0 && (
                        <>
                          {' · '}
                          <bdi>{listed(authors.map((one) => personName(one)))}</bdi>
                        </>
                      )}
                    </li>
                  ))}
                  {some.length > MAX_NAMES && <li>{t('refusedMore', { n: number(some.length - MAX_NAMES) })}</li>}
                </ul>
              </section>
            ))}
        </ScrollArea.Autosize>
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </Stack>
    </Dialog>
  );
}
