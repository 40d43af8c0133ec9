// The organisation's own tutorials in the list of contents; their writers order them and add to them.
'use client';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { moveItem } from '@/components/collection/sort-order';
import { Sortable } from '@/components/collection/sortable';
import { useAction } from '@/components/feedback/use-action';
import { lazyPart } from '@/components/layout/lazy-part';
import { api } from '@/contract';
import { NOTIFIERS } from '@/contract/catalogue';
import type { Tutorial } from '@/contract/schemas/messages/tutorial';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useMay } from '@/lib/api/use-who';
import { ownSlug } from '../../../logic/tutorials';
import classes from '../tutorials.module.css';

const TutorialDialog = lazyPart(() => import('./tutorial-dialog'));

export interface OwnListProps {
  /** Those that the search leaves. */
  rows: readonly Tutorial[];
  /** Whether the search leaves some out: then nothing is moved. */
  isSearching: boolean;
  open: string | null;
  onOpen: (slug: string) => void;
}

/** Nothing for readers of an organisation that has none. */
export function OwnList({ rows, isSearching, open, onOpen }: OwnListProps) {
  const t = useTranslations('shell.tutorials.own');
  const mayWrite = useMay({ module: NOTIFIERS });
  const place = useRead(api.session.customer, {}).data?.name;
  const order = useWrite(api.tutorials.order);
  const [isNew, setNew] = useState(false);
  const [moved, setMoved] = useState<readonly Tutorial[] | null>(null);
  const entries = moved ?? rows;
  const move = useAction(async (ids: number[]) => {
    try {
      await order.mutateAsync({ body: { ids } });
    } finally {
      setMoved(null);
    }
  });
  if (!mayWrite && rows.length === 0) return null;
  const title = place ? t('titleOf', { place }) : t('title');
  const entry = (tutorial: Tutorial) => (
    <button
      type="button"
      className={classes.entry}
      aria-current={ownSlug(tutorial.id) === open ? 'page' : undefined}
      onClick={() => onOpen(ownSlug(tutorial.id))}
    >
      <bdi>{tutorial.title}</bdi>
    </button>
  );
  return (
    <section aria-label={title}>
      <h2 className={classes.sectionTitle}>{title}</h2>
      <Sortable
        label={title}
        items={entries.map((tutorial) => ({ id: String(tutorial.id), label: tutorial.title, tutorial }))}
        isFixed={!mayWrite || isSearching || entries.length < 2}
        onMove={(from, to) => {
          const next = moveItem(entries, from, to);
          setMoved(next);
          void move.run(next.map(({ id }) => id));
        }}
      >
        {({ tutorial }) => entry(tutorial)}
      </Sortable>
      {mayWrite && !isSearching && (
        <Button
          size="compact-sm"
          variant="subtle"
          mt={4}
          leftSection={<IconPlus size={16} />}
          onClick={() => setNew(true)}
        >
          {t('add')}
        </Button>
      )}
      {isNew && <TutorialDialog id={null} onClose={() => setNew(false)} onSaved={(id) => onOpen(ownSlug(id))} />}
    </section>
  );
}
