// Talks with people of the organisation and in the rooms of projects: who, what was said, and the next message.
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
import { nameOfTalk, type TalkRef } from '../logic/talks';
import { ThreadList } from '../parts/chat/thread-list';
import { ThreadPane } from '../parts/chat/thread-pane';

const idOf = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null);

/** What the address opens. */
function talkOf(address: URLSearchParams): TalkRef | null {
  const [person, room] = [idOf(address.get('with')), idOf(address.get('room'))];
  if (person !== null) return { kind: 'person', id: person };
  return room === null ? null : { kind: 'room', id: room };
}

/** The address says with whom (`with`) or in the room of which project (`room`), and to which message it leads. */
export function ChatScreen() {
  const t = useTranslations('messages.chat');
  const address = useSearchParams();
  const search = useRef<HTMLInputElement>(null);
  const open = talkOf(address);
  const target = idOf(address.get('message'));
  const go = (query: string) => {
    const path = href('chat') + query;
    if (open === null && query) history.pushState(null, '', path);
    else history.replaceState(null, '', path);
  };
  const focusSearch = () => {
    search.current?.focus();
    return search.current !== null;
  };
  const close = () => {
    if (open === null) return false;
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
      open={open}
      searchRef={search}
      onOpen={({ kind, id }, message) =>
        go(`?${kind === 'person' ? 'with' : 'room'}=${id}${message === undefined ? '' : `&message=${message}`}`)
      }
    />
  );
  return (
    <Page title={t('title')} fill>
      <Conversation isTalkOpen={open !== null} list={{ label: t('list'), content: list }}>
        {open === null ? (
          <Talk label={t('title')}>
            <EmptyState
              icon={<IconMessage size={24} />}
              title={t('noneOpen')}
              text={t('noneOpenText')}
              noAct="beside"
            />
          </Talk>
        ) : (
          <ThreadPane key={nameOfTalk(open)} {...open} target={target} onClose={close} />
        )}
      </Conversation>
    </Page>
  );
}
