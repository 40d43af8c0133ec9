// The bell of the header: how many notices are unread, and the list of them.
'use client';
import { Indicator, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type FocusEvent, Suspense, useEffect, useRef, useState } from 'react';
import { ListSkeleton } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { lazyPart } from '@/components/layout/lazy-part';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';

const NoticeList = lazyPart(() => import('../parts/bell/notice-list'));

/** A moment after messages and waiting work: the first screen goes before. */
const FIRST_MS = 7_000;
const EVERY_MS = 5 * 60_000;
/** A badge has room for so much. */
const BADGE_CAP = 99;

export function NoticeBell() {
  const t = useTranslations('messages.bell');
  const { number } = useFormat();
  const [isDue, setDue] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FIRST_MS);
    return () => clearTimeout(timer);
  }, []);
  const count = useRead(api.messages.unreadNotices, {}, { enabled: isDue || isOpen, every: EVERY_MS }).data?.count ?? 0;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  // From the whole page: the focus is nowhere once a notice that was pressed has become a text.
  useHotkeys('panel', [{ keys: 'Escape', whileTyping: true, inDialogs: true, run: close }], isOpen);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    // It is no modal dialog: it lies behind its button in the order of the page, and closes when the keyboard has left it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears where the focus goes, and takes none
    <div onBlur={onBlur}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        width={340}
        position="bottom-end"
        closeOnEscape={false}
        withinPortal={false}
      >
        <Indicator
          label={count > BADGE_CAP ? `${number(BADGE_CAP)}+` : number(count)}
          size={16}
          offset={6}
          color="red.8"
          disabled={count === 0}
        >
          <Popover.Target>
            <IconButton
              ref={button}
              label={count ? t('buttonUnread', { n: number(count), count }) : t('title')}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setOpen((now) => !now)}
            >
              <IconBell size={20} stroke={1.6} />
            </IconButton>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown p="xs" aria-label={t('title')}>
          {isOpen && (
            <Suspense fallback={<ListSkeleton rows={3} />}>
              <NoticeList onLeave={() => setOpen(false)} />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
