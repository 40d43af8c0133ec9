// The help of a page, one button away. The dialog's code and text come when it is first opened.
'use client';
import { IconHelp } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { lazyPart } from '@/components/layout/lazy-part';

const HelpDialog = lazyPart(() => import('../parts/help-dialog'));

/** Opens /help/<language>/<slug>.md. `label` where it is not the help of the page itself. */
export function HelpButton({ slug, label }: { slug: string; label?: string }) {
  const t = useTranslations('shell');
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <IconButton label={label ?? t('help')} aria-haspopup="dialog" onClick={() => setState('open')}>
        <IconHelp size={20} stroke={1.6} />
      </IconButton>
      {state !== 'never' && (
        <Suspense>
          <HelpDialog slug={slug} opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
