// Days of the week on which somebody works, as seven dots; said in words to whoever cannot see them.
import classes from './week-days.module.css';

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** `days`: ids from Saturday (1) to Friday (7); none stands for all. `label` says the same in words. */
export function WeekDays({ days, label }: { days: readonly number[]; label: string }) {
  return (
    <span className={classes.days} role="img" aria-label={label} title={label}>
      {DAYS.map((day) => (
        <span key={day} className={classes.day} data-on={days.length === 0 || days.includes(day) || undefined} />
      ))}
    </span>
  );
}
