// A notice to many: what it says, whom it is for and how many that are, and when it goes; after a question it waits a few seconds, or for its time.
'use client';
import { Button } from '@mantine/core';
import { IconClock, IconSend2 } from '@tabler/icons-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { EmptyState, ErrorState, FormSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { href, safeReturn } from '@/lib/routes/rules';
import { idsOf, NOBODY, toAudience } from '../logic/audience';
import { AudienceFields } from '../parts/notices/audience-fields';
import { ContentFields, MAX_SUBJECT } from '../parts/notices/content-fields';
import { HeldBar } from '../parts/notices/held-bar';
import { isSendTime, SendTime } from '../parts/notices/send-time';
import { useHeldSend } from '../parts/notices/use-held-send';
import { EMPTY, type NoticeValues, useNoticeDraft, valuesOf } from '../parts/notices/use-notice-draft';
import { useQuestion } from '../parts/notices/use-question';
import classes from '../parts/notices.module.css';

/** What the address asks for: people (`to`), or those who have not read an earlier notice (`remind`). */
function useAsked(): NoticeValues | null {
  const address = useSearchParams();
  const [first] = useState(() => {
    const users = idsOf(address.get('to'));
    const [unreadOf = null] = idsOf(address.get('remind'));
    return users.length === 0 && unreadOf === null ? null : { ...EMPTY, audience: { ...NOBODY, users, unreadOf } };
  });
  return first;
}

interface ComposeProps {
  first: NoticeValues | null;
  /** The one that waits already and is changed. */
  scheduled: number | null;
}

/** Sends it, has it wait, or changes the one that waits. */
function useDelivery(
  { subject, text, link, audience, sendAt }: NoticeValues,
  scheduled: number | null,
  drop: () => void,
) {
  const t = useTranslations('messages.notices');
  const router = useRouter();
  const errorText = useErrorText();
  const notify = useWrite(api.messages.notify);
  const schedule = useWrite(api.messages.scheduleNotice);
  const edit = useWrite(api.messages.editScheduled);
  const path = safeReturn(link);
  const body = { subject, text, audience: toAudience(audience) ?? {}, ...(path ? { link: path } : {}) };
  const go = async () => {
    if (sendAt === null)
      return { to: href('recipient', { id: (await notify.mutateAsync({ body })).id }), message: t('sent') };
    const later = { ...body, send_at: sendAt };
    if (scheduled === null) await schedule.mutateAsync({ body: later });
    else await edit.mutateAsync({ params: { id: scheduled }, body: later });
    return { to: href('notif'), message: t(scheduled === null ? 'scheduled' : 'scheduleSaved') };
  };
  const deliver = async () => {
    try {
      const { to, message } = await go();
      drop();
      toast({ type: 'success', message });
      router.push(to);
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
  return { deliver, isGoing: notify.isPending || schedule.isPending || edit.isPending };
}

function Compose({ first, scheduled }: ComposeProps) {
  const t = useTranslations('messages.notices');
  const { values, change, drop } = useNoticeDraft(first, scheduled);
  const { subject, text, link, audience, sendAt } = values;
  const [isTried, setTried] = useState(false);
  const ask = useQuestion();
  const { deliver, isGoing } = useDelivery(values, scheduled, drop);
  const { until, hold, takeBack } = useHeldSend(deliver);
  const problems = {
    subject: subject.trim() === '' ? t('subjectMissing') : null,
    text: text.trim() === '' ? t('textMissing') : null,
    link: link !== '' && safeReturn(link) === null ? t('linkWrong') : null,
    audience: toAudience(audience) === null ? t('audienceMissing') : null,
    sendAt: sendAt !== null && !isSendTime(sendAt) ? t('sendAtWrong') : null,
  };
  const isWrong = Object.values(problems).some((problem) => problem !== null);
  const handleSend = async () => {
    if (until !== null || isGoing) return;
    setTried(true);
    if (isWrong || !(await ask(audience, sendAt))) return;
    if (sendAt === null) hold();
    else await deliver();
  };
  const byKey = () => {
    void handleSend();
    return true;
  };
  useHotkeys('screen', [{ keys: 'Mod+Enter', whileTyping: true, run: byKey }]);
  useReminder(audience.unreadOf, subject, text, change);
  const isHeld = until !== null;
  const Icon = sendAt === null ? IconSend2 : IconClock;
  return (
    <Page
      title={t(scheduled === null ? 'composeTitle' : 'scheduleEdit')}
      actions={
        !isHeld && (
          <Button
            leftSection={<Icon size={16} {...(sendAt === null ? { className: 'points' } : {})} />}
            loading={isGoing}
            onClick={() => void handleSend()}
          >
            {t(sendAt === null ? 'send' : scheduled === null ? 'schedule' : 'scheduleSave')}
          </Button>
        )
      }
    >
      {isHeld && <HeldBar until={until} isGoing={isGoing} onTakeBack={takeBack} />}
      <div className={classes.compose} inert={isHeld}>
        <ContentFields
          subject={subject}
          text={text}
          link={link}
          problems={isTried ? problems : NO_PROBLEMS}
          onChange={change}
        />
        <div className={classes.detail}>
          <AudienceFields values={audience} onChange={(part) => change({ audience: { ...audience, ...part } })} />
          {isTried && problems.audience && <Callout kind="refusal">{problems.audience}</Callout>}
          <SendTime
            value={sendAt}
            hasNow={scheduled === null}
            problem={isTried ? problems.sendAt : null}
            onChange={(at) => change({ sendAt: at })}
          />
        </div>
      </div>
    </Page>
  );
}

/** Changes one that waits, as it was when this was opened. */
function EditScheduled({ id }: { id: number }) {
  const t = useTranslations('messages.notices');
  const read = useRead(api.messages.scheduledNotices, {});
  const notice = read.data?.find((one) => one.id === id);
  const [first, setFirst] = useState<NoticeValues | null>(null);
  if (notice && !first) setFirst(valuesOf(notice));
  if (first) return <Compose first={first} scheduled={id} />;
  return (
    <Page title={t('scheduleEdit')}>
      {read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : read.data ? (
        <EmptyState title={t('scheduledGone')} noAct="final" />
      ) : (
        <FormSkeleton fields={4} />
      )}
    </Page>
  );
}

export function ComposeNotifScreen() {
  const [scheduled] = idsOf(useSearchParams().get('scheduled'));
  const initial = useAsked();
  return scheduled === undefined ? (
    <Compose first={initial} scheduled={null} />
  ) : (
    <EditScheduled key={scheduled} id={scheduled} />
  );
}

/** A reminder begins with what it reminds of. */
function useReminder(
  unreadOf: number | null,
  subject: string,
  text: string,
  change: (part: Partial<NoticeValues>) => void,
): void {
  const t = useTranslations('messages.notices');
  const earlier = useRead(api.messages.notice, { params: { id: unreadOf ?? 0 } }, { enabled: unreadOf !== null }).data;
  const isBlank = subject === '' && text === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the earlier notice has come
  useEffect(() => {
    if (!earlier || !isBlank) return;
    change({ subject: t('reminderOf', { subject: earlier.subject }).slice(0, MAX_SUBJECT), text: earlier.text });
  }, [earlier]);
}

const NO_PROBLEMS = { subject: null, text: null, link: null };
