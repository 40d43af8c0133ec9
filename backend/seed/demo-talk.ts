// What the demo's people say to each other: chats, notices to many, announcements to all.

import { dayAt } from '../../contract/dates';
import { addDays } from '../../contract/jalali';
import { announce } from '../areas/customer/announcements';
import { markRead, send, sendNotice } from '../areas/messages/notices';
import type { Engine } from '../db/engine';
import { DEMO_USERS, type DemoPeople, type DemoUser } from './demo-people';
import type { RecordWork } from './record-work';
import { instantAt, workingDays } from './working-hours';

interface Chat {
  /** Who begins, and the other one. */
  between: [DemoUser, DemoUser];
  /** Working days before the seed. */
  ago: number;
  hour: number;
  /** In turn, the first from who begins; a line with a plus is from the same one as the line before. */
  lines: string[];
  /** The last lines of this number are not read yet. */
  unread?: number;
}
const CHATS: Chat[] = [
  { between: ['manager', 'editor'], ago: 52, hour: 9.2, lines: ['سلام، دسترسی لایه خدمات شهری برایتان باز شد.', 'سلام، ممنون. از تهران شروع می‌کنم.', 'خوب است. ظرفیت‌ها را با آمار امسال بسنجید.'] },
  { between: ['editor', 'regional'], ago: 40, hour: 11.1, lines: ['قطعه‌های ورامین را شما برداشت می‌کنید یا من؟', 'شمال دشت با من، جنوبش با شما.', 'باشد. کدها را پشت سر هم می‌زنم.', '+ اگر قطعه‌ای دو بار ثبت شد خبر بده.'] },
  { between: ['supervisor', 'regional'], ago: 31, hour: 10.4, lines: ['مرز دو قطعه را برگرداندم؛ با تصویر هوایی نمی‌خواند.', 'دیدم، فردا دوباره سر زمین می‌روم.', 'گوشه شمال شرقی را با دقت بیشتری بگیرید.', 'چشم.'] },
  { between: ['superuser', 'manager'], ago: 22, hour: 13.5, lines: ['گزارش سه‌ماهه را تا کی می‌توانیم ببندیم؟', 'تا آخر هفته آینده آماده است.', 'نمودار کاربران را هم کنارش بگذارید.', 'حتماً، از داشبورد برمی‌دارم.'] },
  { between: ['regional', 'editor'], ago: 15, hour: 8.6, lines: ['چاه‌های اطراف کاشان را دیدم، سه تا خشک بود.', 'فعال را خاموش کن و در توضیح بنویس.', 'نوشتم.', '+ عکس‌ها را هم شب می‌فرستم.'] },
  { between: ['supervisor', 'editor'], ago: 9, hour: 12.2, lines: ['چند درخواست حذف رسیده؛ نامه شهرستان را دارید؟', 'برای دو مورد دارم، بقیه را پس می‌گیرم.', 'ممنون، همان دو مورد را تأیید می‌کنم.'] },
  { between: ['manager', 'superuser'], ago: 5, hour: 9.8, lines: ['پروژه خدمات شهری برای تأیید دوم آمده است.', 'امروز نگاه می‌کنم.', 'لایه استان‌ها هم بسته شد.', 'عالی.'] },
  { between: ['editor', 'superuser'], ago: 2, hour: 10.1, lines: ['نماد ورزشگاه‌ها روی نقشه کوچک دیده می‌شود، بزرگ‌ترش کنم؟', 'در بزرگ‌نمایی شهر خوب است، همین بماند.', 'باشد.', '+ یک نمای ذخیره‌شده هم برای بازدیدها ساختم.'], unread: 1 },
  { between: ['regional', 'manager'], ago: 1, hour: 14.3, lines: ['فردا برای برداشت نیشابور راه می‌افتم.', 'خودرو هماهنگ شد، ساعت هفت جلوی اداره.', 'ممنون.', '+ اگر باران بیاید یک روز عقب می‌افتد.'], unread: 2 },
  { between: ['supervisor', 'superuser'], ago: 1, hour: 15, lines: ['صف بررسی قطعه‌ها زیاد شده؛ مهران هم کمک کند؟', '+ تا فردا ظهر نوبت قدیمی‌ها می‌رسد.'], unread: 2 },
]; // biome-ignore format: a table

interface Letter {
  by: DemoUser;
  ago: number;
  title: string;
  text: string;
  pinned?: true;
  /** Days from the seed on which it stands. */
  stays?: number;
}
const NOTICES: (Letter & { to: DemoUser[]; read: DemoUser[] })[] = [
  { by: 'supervisor', ago: 45, title: 'جلسه آغاز برداشت', text: 'شنبه ساعت ده، اتاق نقشه. نقشه دشت‌ها را همراه بیاورید.', to: ['manager', 'editor', 'regional'], read: ['manager', 'editor', 'regional'] },
  { by: 'supervisor', ago: 27, title: 'یک خواهش درباره کد قطعه', text: 'کدها با یک حرف و خط تیره آغاز می‌شوند؛ بی فاصله بنویسید.', to: ['editor', 'regional'], read: ['regional', 'editor'] },
  { by: 'superuser', ago: 12, title: 'پشتیبان‌گیری آخر هفته', text: 'پنج‌شنبه از ساعت شانزده تا هجده سامانه کند خواهد بود.', to: [...DEMO_USERS].filter((user) => user !== 'superuser'), read: ['manager', 'viewer'] },
  { by: 'superuser', ago: 3, title: 'فرم تازه خدمات شهری', text: 'دو فیلد ظرفیت و شبانه‌روزی به فرم افزوده شد. هنگام بازدید تکمیل کنید.', to: ['manager', 'editor', 'regional'], read: ['editor'] },
]; // biome-ignore format: a table

const ANNOUNCEMENTS: Letter[] = [
  { by: 'superuser', ago: 58, title: 'به پهنه خوش آمدید', text: 'این سامانه جای گردآوری، ویرایش و نظارت بر لایه‌های نقشه سازمان است. راهنمای هر صفحه در بالای همان صفحه است.', pinned: true },
  { by: 'supervisor', ago: 46, title: 'آغاز طرح برداشت قطعه‌های کشاورزی', text: 'برداشت در سه دشت ورامین، مرودشت و نیشابور آغاز شد. هر عارضه پس از تأیید ناظر دیده می‌شود.' },
  { by: 'superuser', ago: 30, title: 'لایه خدمات شهری آماده است', text: 'خدمات شهرهای بزرگ با نماد هر نوع روی نقشه است. کمبودها را با پیام خبر دهید.' },
  { by: 'superuser', ago: 18, title: 'خروجی گرفتن از لایه‌ها', text: 'از منوی هر لایه می‌توانید شیپ‌فایل، اکسل و جئوپکیج بگیرید. خروجی‌ها در گزارش سامانه ثبت می‌شود.' },
  { by: 'supervisor', ago: 8, title: 'پایان بازبینی مرز استان‌ها', text: 'از همه همکارانی که در این پروژه کوشیدند سپاسگزاریم.' },
  { by: 'superuser', ago: 1, title: 'نسخه تازه سامانه', text: 'نمادهای تازه، راهنمای نقشه و جستجوی تندتر. فهرست تغییرات در صفحه ورود است.', stays: 14 },
]; // biome-ignore format: a table

const MINUTE_MS = 60_000;

/** Writes chats, notices and announcements as they were sent. */
export async function createTalk(engine: Engine, customer: number, people: DemoPeople, now: Date): Promise<void> {
  const { db } = engine;
  const days = workingDays(now, 91).reverse();
  const dayAgo = (ago: number) => days[Math.min(ago, days.length) - 1] as string;
  const messages = CHATS.flatMap(({ between, ago, hour, lines, unread = 0 }) => {
    let isFirst = false;
    return lines.map((line, i) => {
      if (!line.startsWith('+')) isFirst = !isFirst;
      const [sender, receiver] = isFirst ? between : [between[1], between[0]];
      const at = new Date(instantAt(dayAgo(ago), hour).getTime() + i * 7 * MINUTE_MS);
      const read_at = i < lines.length - unread ? new Date(at.getTime() + 4 * MINUTE_MS) : null;
      const text = line.replace(/^\+ /, '');
      return { sender_id: people[sender], receiver_id: people[receiver], text, at, read_at };
    });
  });
  await db.insertInto('message').values(messages).execute();
  for (const { by, ago, title, text, to, read } of NOTICES) {
    const at = instantAt(dayAgo(ago), 8.5);
    const recipients = to.map((user) => people[user]);
    const id = await send(db, { id: people[by], customer }, { subject: title, text, recipients, at });
    for (const user of read) await markRead(db, people[user], id, new Date(at.getTime() + 95 * MINUTE_MS));
  }
  for (const { by, ago, title, text, pinned, stays } of ANNOUNCEMENTS) {
    const until = stays === undefined ? null : addDays(dayAt(now), stays);
    await announce(db, { customer, account: people[by], title, text, pinned, until, at: instantAt(dayAgo(ago), 9) });
  }
}

/** Tells authors of the verdicts on their work, as the inbox of supervision does; the older ones have been read. */
export async function sendVerdicts(engine: Engine, customer: number, { notices }: RecordWork): Promise<void> {
  const unread = Math.ceil(notices.length / 4);
  for (const [i, { record, by, ...notice }] of notices.entries()) {
    const link = `/app/layer-data/${record.layer.id}?record=${record.id}`;
    const id = await sendNotice(engine.db, { id: by, customer }, { ...notice, link });
    if (i >= notices.length - unread) continue;
    const at = new Date(notice.at.getTime() + 50 * MINUTE_MS);
    for (const account of notice.recipients) await markRead(engine.db, account, id, at);
  }
}
