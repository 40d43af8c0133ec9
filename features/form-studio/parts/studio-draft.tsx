// Unsaved work on a form outlives its page: it is kept in this browser and offered when the studio is opened again.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef } from 'react';
import { Callout } from '@/components/feedback/callout';
import type { Field } from '@/contract/schemas/form';
import { useDraft } from '@/lib/form/use-draft';
import { type Document, type Meta, toForm } from '../logic/document';
import { mergeDocuments, savedNamesOf, withForm } from '../logic/wire';
import type { StudioState } from './use-studio';

interface Content {
  meta: Meta;
  form: Field[];
}
interface Draft {
  now: Content | null;
  /** What it began with: somebody may have changed the form since then. */
  base: Content | null;
}

const contentOf = ({ meta, items }: Document): Content => ({ meta, form: toForm(items) });
const NOTHING: Draft = { now: null, base: null };

export interface StudioDraftProps {
  studio: StudioState;
  /** Null for a new layer. */
  id: number | null;
  /** It is saved and left: nothing is kept any more. */
  isDone: boolean;
}

export function StudioDraft({ studio, id, isDone }: StudioDraftProps) {
  const t = useTranslations('common.draft');
  const { document, saved, isDirty } = studio;
  const isOpen = isDirty && !isDone;
  const draft = useMemo<Draft>(
    () => (isOpen ? { now: contentOf(document), base: contentOf(saved) } : NOTHING),
    [document, saved, isOpen],
  );
  const { offer, drop } = useDraft({ key: `form/${id ?? 'new'}` }, NOTHING, draft, isOpen, ({ now, base }) => {
    if (!now || !base) return;
    const of = ({ meta, form }: Content) => ({ ...withForm(saved, form, savedNamesOf(saved)), meta });
    studio.replace(mergeDocuments(of(base), of(now), saved).merged());
  });
  // Saved, or undone to the first step: there is nothing to come back to.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) drop();
    wasOpen.current = isOpen;
  }, [isOpen, drop]);
  if (!offer) return null;
  return (
    <Callout
      action={
        <>
          <Button size="xs" variant="light" onClick={offer.restore}>
            {t('restore')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={offer.discard}>
            {t('discard')}
          </Button>
        </>
      }
    >
      {t('text')}
    </Callout>
  );
}
