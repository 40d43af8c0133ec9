// Talks with people of the organisation: who, what was said, and the next message.
'use client';
import { IconMessage } from '@tabler/icons-react';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { EmptyState } from '@/components/feedback/states';
import { Page } from '@/components/layout/page';
import { Conversation, Talk } from '@/components/templates/conversation';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { href } from '@/lib/routes/rules';
import { ThreadList } from '../parts/chat/thread-list';
import { ThreadPane } from '../parts/chat/thread-pane';

const idOf = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null);

/** The address says with whom (`with`), and to which message it leads. */
export function ChatScreen() {
  const t = useTranslations('messages.chat');
  const address = useSearchParams();
  const search = useRef<HTMLInputElement>(null);
  const other = idOf(address.get('with'));
  const target = idOf(address.get('message'));
  const go = (query: string) => {
    const path = href('chat') + query;
    if (other === null && query) history.pushState(null, '', path);
    else history.replaceState(null, '', path);
  };
  const focusSearch = () => {
    search.current?.focus();
    return search.current !== null;
  };
  const close = () => {
    if (other === null) return false;
    go('');
    return true;
  };
  useHotkeys('screen', [
    { keys: 'Slash', run: focusSearch },
    { keys: 'Mod+KeyK', run: focusSearch },
    { keys: 'Escape', run: close },
  ]);
  const list = (
    <ThreadList
      open={other}
      searchRef={search}
      onOpen={(id, message) => go(`?with=${id}${message === undefined ? '' : `&message=${message}`}`)}
    />
  );
  return (
    <Page title={t('title')} fill>
      <Conversation isTalkOpen={other !== null} list={{ label: t('list'), content: list }}>
        {other === null ? (
          <Talk label={t('title')}>
            <EmptyState
              icon={<IconMessage size={24} />}
              title={t('noneOpen')}
              text={t('noneOpenText')}
              noAct="beside"
            />
          </Talk>
        ) : (
          <ThreadPane key={other} other={other} target={target} onClose={close} />
        )}
      </Conversation>
    </Page>
  );
}
