// Named facts, one below the other; what is empty is left out.
import classes from './journals.module.css';

export const Facts = ({ facts }: { facts: readonly (readonly [name: string, text: string])[] }) => (
  <dl className={classes.facts}>
    {facts
      .filter(([, text]) => text !== '')
      .map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
  </dl>
);
