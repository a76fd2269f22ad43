// A line of text with its links: `[words](/path)` stays in the app, `[words](#part)` on the page.
import { Link } from 'react-router-dom';
import styles from './legal.module.css';

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;

export function Line({ text }: { text: string }) {
  const parts = text.split(LINK);
  // Plain, words, address, plain, words, address, plain …
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    if (index % 3 === 2) return null;
    const to = parts[index + 1] ?? '';
    const isHere = to.startsWith('#');
    return isHere ? (
      <a key={to} href={to} className={styles.link}>
        {part}
      </a>
    ) : (
      <Link key={to} to={to} className={styles.link}>
        {part}
      </Link>
    );
  });
}
