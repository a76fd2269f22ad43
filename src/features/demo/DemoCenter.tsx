// Links to the six demos, the whole process, and the pages for engineers.
import { Link } from 'react-router-dom';
import { demoPaths } from '../../lib/demoPaths.ts';
import { demoMessages as words } from '../../lib/messages/demo.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import styles from './demo.module.css';

const DEMOS: readonly (readonly [id: keyof typeof words.demos, icon: IconName])[] = [
  ['feed', 'listen'],
  ['record', 'microphone'],
  ['audioEditor', 'scissors'],
  ['upload', 'upload'],
  ['player', 'play'],
  ['profile', 'person'],
];
const MORE = ['workflow', 'share'] as const;
const ENGINEERS = ['bench', 'unicorn', 'editTest', 'test', 'testNews'] as const;

interface CardProps {
  to: string;
  words: readonly [name: string, text: string];
  icon?: IconName;
}

function DemoCard({ to, words: [name, text], icon }: CardProps) {
  return (
    <li>
      <Link to={to} className={styles.card}>
        {icon !== undefined && (
          <span className={styles.icon}>
            <Icon name={icon} size={24} />
          </span>
        )}
        <span>
          <b>{name}</b>
          <span className={styles.about}>{text}</span>
        </span>
      </Link>
    </li>
  );
}

export function DemoCenter() {
  const to = demoPaths;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      <p className={styles.lead}>{words.lead}</p>
      <ul className={styles.cards} data-demos="six">
        {DEMOS.map(([id, icon]) => (
          <DemoCard key={id} to={to[id]} words={words.demos[id]} icon={icon} />
        ))}
      </ul>
      <h2 className={styles.subtitle}>{words.wholeWay}</h2>
      <ul className={styles.cards}>
        {MORE.map((id) => (
          <DemoCard key={id} to={to[id]} words={words.demos[id]} />
        ))}
      </ul>
      <h2 className={styles.subtitle}>{words.engineers}</h2>
      <ul className={styles.cards}>
        {ENGINEERS.map((id) => (
          <DemoCard key={id} to={to[id]} words={words.demos[id]} />
        ))}
      </ul>
    </div>
  );
}
