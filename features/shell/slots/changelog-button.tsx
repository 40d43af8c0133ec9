// The way to what changed: in the header with a dot for a new version, and as a plain link on the sign-in screen.
'use client';
import { Anchor, Indicator } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useEffect, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { lazyPart } from '@/components/layout/lazy-part';
import { hasNews, isHidden, type Marks, readMarks, writeMarks } from '../logic/changelog';

const ChangelogDialog = lazyPart(() => import('../parts/changelog-dialog'));

type State = 'never' | 'open' | 'closed';

/** The header's button. Opening it takes the dot away; the box in the dialog hides it until the next version. */
export function ChangelogButton() {
  const t = useTranslations('shell');
  const [state, setState] = useState<State>('never');
  const [marks, setMarks] = useState<Marks | null>(null);
  useEffect(() => setMarks(readMarks()), []);
  // What was asked in the open dialog counts once it is closed: a button must not vanish under its own dialog.
  if (marks && isHidden(marks) && state !== 'open') return null;
  const dot = marks !== null && hasNews(marks);
  return (
    <>
      <Indicator disabled={!dot} size={8} offset={7} color="indigo">
        <IconButton
          label={t(dot ? 'changelogNew' : 'changelog')}
          aria-haspopup="dialog"
          onClick={() => {
            setState('open');
            setMarks(writeMarks(marks?.hide ?? false));
          }}
        >
          <IconSparkles size={20} stroke={1.6} />
        </IconButton>
      </Indicator>
      {state !== 'never' && (
        <Suspense>
          <ChangelogDialog
            opened={state === 'open'}
            onClose={() => setState('closed')}
            hide={marks?.hide ?? false}
            onHide={(hide) => setMarks(writeMarks(hide))}
          />
        </Suspense>
      )}
    </>
  );
}

/** The sign-in screen's link. */
export function ChangelogLink() {
  const t = useTranslations('shell');
  const [state, setState] = useState<State>('never');
  return (
    <>
      <Anchor component="button" type="button" inherit aria-haspopup="dialog" onClick={() => setState('open')}>
        {t('changelog')}
      </Anchor>
      {state !== 'never' && (
        <Suspense>
          <ChangelogDialog opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
