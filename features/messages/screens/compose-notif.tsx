// A notice to many: what it says, whom it is for and how many that are; after a question it waits a few seconds before it goes.
'use client';
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconSend2 } from '@tabler/icons-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { useSecondsLeft } from '@/components/feedback/use-seconds-left';
import { Card } from '@/components/layout/card';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { useRead, useWrite } from '@/lib/api/hooks';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { href, safeReturn } from '@/lib/routes/rules';
import { type AudienceValues, idsOf, NOBODY, toAudience } from '../logic/audience';
import { LinkedText } from '../parts/linked-text';
import { AudienceFields, useCountNow } from '../parts/notices/audience-fields';
import { NoticeLink } from '../parts/notices/notice-link';
import { useHeldSend } from '../parts/notices/use-held-send';
import { EMPTY, type NoticeValues, useNoticeDraft } from '../parts/notices/use-notice-draft';
import classes from '../parts/notices.module.css';

const MAX_SUBJECT = 200;
const MAX_TEXT = 4000;
const MAX_LINK = 500;

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

/** Asks with number and first names. Resolves to whether it is to go. */
function useQuestion() {
  const t = useTranslations('messages.notices');
  const { number, listed } = useFormat();
  const errorText = useErrorText();
  const { confirm, alert } = useDialogs();
  const countNow = useCountNow();
  return async (audience: AudienceValues): Promise<boolean> => {
    try {
      const { count, first } = await countNow(audience);
      const names = listed(first.map((person) => personName(person)));
      if (count === 0) return alert({ title: t('audienceEmpty') }).then(() => false);
      return await confirm({
        title: t('sendTitle', { n: number(count), count }),
        text: count > first.length ? t('namesMore', { names }) : names,
        confirm: t('send'),
      });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
      return false;
    }
  };
}

export function ComposeNotifScreen() {
  const t = useTranslations('messages.notices');
  const router = useRouter();
  const errorText = useErrorText();
  const { values, change, drop } = useNoticeDraft(useAsked());
  const { subject, text, link, audience } = values;
  const path = safeReturn(link);
  const [isTried, setTried] = useState(false);
  const ask = useQuestion();
  const notify = useWrite(api.messages.notify);
  const send = async () => {
    try {
      const notice = await notify.mutateAsync({
        body: { subject, text, audience: toAudience(audience) ?? {}, ...(path ? { link: path } : {}) },
      });
      drop();
      toast({ type: 'success', message: t('sent') });
      router.push(href('recipient', { id: notice.id }));
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
  const { until, hold, takeBack } = useHeldSend(send);
  const problems = {
    subject: subject.trim() === '' ? t('subjectMissing') : null,
    text: text.trim() === '' ? t('textMissing') : null,
    link: link !== '' && path === null ? t('linkWrong') : null,
    audience: toAudience(audience) === null ? t('audienceMissing') : null,
  };
  const isWrong = Object.values(problems).some((problem) => problem !== null);
  const handleSend = async () => {
    if (until !== null) return;
    setTried(true);
    if (!isWrong && (await ask(audience))) hold();
  };
  const byKey = () => {
    void handleSend();
    return true;
  };
  useHotkeys('screen', [{ keys: 'Mod+Enter', whileTyping: true, run: byKey }]);
  useReminder(audience.unreadOf, subject, text, change);
  const isHeld = until !== null;
  return (
    <Page
      title={t('composeTitle')}
      actions={
        !isHeld && (
          <Button leftSection={<IconSend2 size={16} className="points" />} onClick={() => void handleSend()}>
            {t('send')}
          </Button>
        )
      }
    >
      {isHeld && <HeldBar until={until} isGoing={notify.isPending} onTakeBack={takeBack} />}
      <div className={classes.compose} inert={isHeld}>
        <ContentFields
          subject={subject}
          text={text}
          link={link}
          problems={isTried ? problems : NO_PROBLEMS}
          onChange={change}
        />
        <div>
          <AudienceFields values={audience} onChange={(part) => change({ audience: { ...audience, ...part } })} />
          {isTried && problems.audience && <Callout kind="refusal">{problems.audience}</Callout>}
        </div>
      </div>
    </Page>
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

/** An address of this host as its path, whatever else as it was written. */
const pathOf = (address: string): string =>
  address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;

interface ContentFieldsProps {
  subject: string;
  text: string;
  link: string;
  problems: { subject: string | null; text: string | null; link: string | null };
  onChange: (part: Partial<NoticeValues>) => void;
}

function ContentFields({ subject, text, link, problems, onChange }: ContentFieldsProps) {
  const t = useTranslations('messages.notices');
  return (
    <Card title={t('content')}>
      <div className={classes.fields}>
        <TextInput
          required
          label={t('subject')}
          maxLength={MAX_SUBJECT}
          value={subject}
          error={problems.subject}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
        <Textarea
          required
          label={t('text')}
          autosize
          minRows={6}
          maxRows={16}
          maxLength={MAX_TEXT}
          value={text}
          error={problems.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
        <TextInput
          label={t('link')}
          description={t('linkHint')}
          dir="ltr"
          maxLength={MAX_LINK}
          value={link}
          error={problems.link}
          onChange={(event) => onChange({ link: pathOf(event.currentTarget.value.trim()) })}
        />
        {(subject || text) && <NoticePreview subject={subject} text={text} link={link} />}
      </div>
    </Card>
  );
}

function NoticePreview({ subject, text, link }: Pick<NoticeValues, 'subject' | 'text' | 'link'>) {
  const t = useTranslations('messages.notices');
  return (
    <section className={classes.preview} aria-label={t('preview')}>
      <span className={classes.dim}>{t('preview')}</span>
      <h3 className={classes.previewTitle} dir="auto">
        {subject}
      </h3>
      <LinkedText text={text} className={classes.text ?? ''} />
      <NoticeLink link={link} />
    </section>
  );
}

function HeldBar({ until, isGoing, onTakeBack }: { until: number; isGoing: boolean; onTakeBack: () => void }) {
  const t = useTranslations('messages.notices');
  const { number } = useFormat();
  const seconds = useSecondsLeft(until);
  return (
    <Group mb="md">
      <Callout
        action={
          !isGoing && (
            <Button
              data-autofocus
              variant="default"
              leftSection={<IconArrowBackUp size={16} className="points" />}
              onClick={onTakeBack}
            >
              {t('takeBack')}
            </Button>
          )
        }
      >
        {isGoing ? t('going') : t('held', { n: number(seconds), count: seconds })}
      </Callout>
    </Group>
  );
}
