// The landing page of the public hosts. A server component: nothing of it needs a script but the language switch.

import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '@/components/layout/language-switch';
import { Logo } from '@/components/layout/logo';
import type { Plan } from '@/contract/schemas/subscription';
import { toman } from '@/lib/i18n/money';
import { href } from '@/lib/routes/rules';
import { Film } from '../parts/film';
import { fileOf, Picture, Still } from '../parts/picture';
import classes from './landing.module.css';

const PROOFS = ['edit', 'table', 'review'] as const;
const STEPS = ['one', 'two', 'three', 'four'] as const;
const TERMS = ['deleted', 'size', 'maps', 'owned'] as const;
const QUESTIONS = ['out', 'card', 'team'] as const;
const LICENCES = ['advanced', 'professional', 'enterprise'] as const;
const DAYS_A_MONTH = 30;
/** Above this a size is told in gigabytes. */
const MEGABYTES = 1000;
const MEGABYTES_A_GIGABYTE = 1024;

export interface LandingProps {
  /** Plans to show; empty where they could not be asked for. */
  plans: readonly Plan[];
}

const register = `${href('signin')}?mode=register`;

async function Plans({ plans }: LandingProps) {
  const [t, format, lang] = await Promise.all([getTranslations('landing.plans'), getFormatter(), getLocale()]);
  const size = (megabytes: number) =>
    megabytes > MEGABYTES
      ? t('gb', { value: format.number(megabytes / MEGABYTES_A_GIGABYTE, { maximumFractionDigits: 1 }) })
      : t('mb', { value: format.number(megabytes) });
  const lines = ({ description }: Plan) => (typeof description === 'string' ? description.split('|') : description);
  if (!plans.length) return <p className={classes.quiet}>{t('none')}</p>;
  return (
    <ul className={classes.plans}>
      {plans.map((plan) => (
        <li key={plan.id} className={classes.plan}>
          <h3>{plan.label}</h3>
          <p className={classes.price}>
            {plan.price === 0 ? t('free') : t('toman', { price: toman(lang, plan.price) })}
            {plan.price < plan.price_org && (
              <s className={classes.before}>{t('toman', { price: toman(lang, plan.price_org) })}</s>
            )}
          </p>
          <p className={classes.quiet}>
            {plan.duration % DAYS_A_MONTH === 0
              ? t('months', { months: plan.duration / DAYS_A_MONTH })
              : t('days', { days: format.number(plan.duration) })}
          </p>
          <ul className={classes.ticks}>
            <li>{t('layers', { count: format.number(plan.layer_limit) })}</li>
            <li>{t('disk', { size: size(plan.disk_limit) })}</li>
            {lines(plan).map((line) => (
              <li key={line}>
                <bdi>{line}</bdi>
              </li>
            ))}
          </ul>
          <a className={plan.price === 0 ? classes.primary : classes.secondary} href={register}>
            {t('choose')}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

async function Head() {
  const [t, common] = await Promise.all([getTranslations('landing'), getTranslations('common')]);
  return (
    <header className={classes.head}>
      <a className={classes.brand} href={href('homepage')}>
        <Logo size={32} />
        <span>{common('appName')}</span>
      </a>
      <nav className={classes.nav} aria-label={common('appName')}>
        {(['features', 'steps', 'plans', 'questions'] as const).map((name) => (
          <a key={name} href={`#${name}`}>
            {t(`nav.${name}`)}
          </a>
        ))}
      </nav>
      <LanguageSwitch size="xs" />
      <a className={classes.secondary} href={href('signin')}>
        {t('signin')}
      </a>
    </header>
  );
}

async function Hero() {
  const t = await getTranslations('landing');
  return (
    <section className={classes.hero}>
      <div>
        <h1>{t('title')}</h1>
        <p className={classes.lead}>{t('lead')}</p>
        <p className={classes.actions}>
          <a className={classes.primary} href={register}>
            {t('start')}
          </a>
          <a className={classes.secondary} href={href('signin')}>
            {t('signin')}
          </a>
        </p>
      </div>
      <div>
        <Picture name="map" alt={t('heroAlt')} />
      </div>
    </section>
  );
}

/** What one can do with it, each with a picture of it. */
async function Proofs() {
  const t = await getTranslations('landing.proofs');
  return PROOFS.map((name) => (
    <article key={name} className={classes.proof}>
      <div>
        <h3>{t(`${name}.title`)}</h3>
        <p>{t(`${name}.text`)}</p>
      </div>
      <div>
        <Picture name={name} alt={t(`${name}.alt`)} />
      </div>
    </article>
  ));
}

export async function LandingScreen({ plans }: LandingProps) {
  const t = await getTranslations('landing');
  return (
    <div className={classes.page}>
      <Head />
      <main>
        <Hero />
        <Section id="film" title={t('film.title')}>
          <p className={classes.quiet}>{t('film.text')}</p>
          <Film
            src={fileOf('film')}
            still={<Still alt={t('film.alt')} />}
            label={t('film.alt')}
            play={t('film.play')}
            pause={t('film.pause')}
          />
        </Section>
        <Section id="features" title={t('proofs.title')}>
          <Proofs />
        </Section>
        <Section id="steps" title={t('steps.title')}>
          <ol className={classes.steps}>
            {STEPS.map((name) => (
              <li key={name}>
                <h3>{t(`steps.${name}.title`)}</h3>
                <p>{t(`steps.${name}.text`)}</p>
              </li>
            ))}
          </ol>
        </Section>
        <Section id="plans" title={t('plans.title')}>
          <Plans plans={plans} />
          <p className={classes.quiet}>{t('plans.hint')}</p>
          <h3>{t('plans.own.title')}</h3>
          <ul className={classes.licences}>
            {LICENCES.map((name) => (
              <li key={name}>
                <strong>{t(`plans.own.${name}.title`)}</strong>
                <span>{t(`plans.own.${name}.text`)}</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section id="terms" title={t('terms.title')}>
          <ul className={classes.terms}>
            {TERMS.map((name) => (
              <li key={name}>{t(`terms.${name}`)}</li>
            ))}
          </ul>
        </Section>
        <Section id="questions" title={t('questions.title')}>
          {QUESTIONS.map((name) => (
            <details key={name} className={classes.question}>
              <summary>{t(`questions.${name}.q`)}</summary>
              <p>{t(`questions.${name}.a`)}</p>
            </details>
          ))}
        </Section>
      </main>
      <footer className={classes.foot}>
        <span>{t('footer')}</span>
        <a className={classes.secondary} href={register}>
          {t('start')}
        </a>
      </footer>
    </div>
  );
}
