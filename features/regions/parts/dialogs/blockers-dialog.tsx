// Why a region cannot be removed: who and what hangs on it, each with the way to it.
'use client';
import { Button, Group } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { z } from 'zod';
import { Dialog } from '@/components/layout/dialog';
import { MANAGERS } from '@/contract/catalogue';
import { Person } from '@/contract/schemas/session';
import { CallError } from '@/lib/api/errors';
import { useWho } from '@/lib/api/use-who';
import { personName } from '@/lib/i18n/person-name';
import { allows, href } from '@/lib/routes/rules';
import classes from '../regions.module.css';

const Blockers = z.object({
  people: z.array(Person),
  projects: z.array(z.object({ id: z.number(), name: z.string() })),
});

export interface Refused {
  name: string;
  detail: string;
  blockers: z.infer<typeof Blockers>;
  /** Others were to end in it; else it was to be removed itself. */
  isMerge?: boolean;
}

/** What a refused removal says; null where it was refused for another reason. */
export function readBlockers(name: string, error: unknown): Refused | null {
  if (!(error instanceof CallError)) return null;
  const read = Blockers.safeParse(error.body);
  return read.success ? { name, detail: error.detail, blockers: read.data } : null;
}

export function BlockersDialog({ refused, onClose }: { refused: Refused; onClose: () => void }) {
  const t = useTranslations('regions.blocked');
  const who = useWho();
  const { people, projects } = refused.blockers;
  return (
    <Dialog opened onClose={onClose} title={t(refused.isMerge ? 'mergeTitle' : 'title', { name: refused.name })}>
      <div className={classes.stack}>
        <p className={classes.effect}>{refused.detail}</p>
        {people.length > 0 && <h3 className={classes.part}>{t('people')}</h3>}
        <ul className={classes.list} aria-label={t('people')}>
          {people.map((person) => (
            <li key={person.id} className={classes.person}>
              {allows(who, { module: MANAGERS }) ? (
                <Link href={href('userEditor', { id: person.id })} prefetch={false}>
                  <bdi>{personName(person)}</bdi>
                </Link>
              ) : (
                <bdi>{personName(person)}</bdi>
              )}
            </li>
          ))}
        </ul>
        {projects.length > 0 && <h3 className={classes.part}>{t(refused.isMerge ? 'mergeProjects' : 'projects')}</h3>}
        <ul className={classes.list} aria-label={t(refused.isMerge ? 'mergeProjects' : 'projects')}>
          {projects.map(({ id, name }) => (
            <li key={id} className={classes.person}>
              <Link href={href('projectDetails', { id })} prefetch={false}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
