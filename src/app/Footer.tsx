// Links to the static pages, and the year.
import { Link } from 'react-router-dom';
import { messages } from '../lib/messages.ts';
import { paths } from '../lib/paths.ts';
import { DiscreetButton } from './Discreet.tsx';
import styles from './Footer.module.css';

const LINKS = [
  { to: paths.about(), text: messages.footer.about },
  { to: paths.guidelines(), text: messages.footer.guidelines },
  { to: paths.safety(), text: messages.footer.safety },
  { to: paths.help(), text: messages.footer.help },
  { to: paths.faq(), text: messages.footer.faq },
  { to: paths.contact(), text: messages.footer.contact },
  { to: paths.privacy(), text: messages.footer.privacy },
  { to: paths.terms(), text: messages.footer.terms },
  { to: paths.imprint(), text: messages.footer.imprint },
];

export function Footer() {
  return (
    <footer className={styles.footer}>
      <nav aria-label={messages.shell.footerNavigation}>
        <ul className={styles.links}>
          {LINKS.map(({ to, text }) => (
            <li key={to}>
              <Link to={to} className={styles.link}>
                {text}
              </Link>
            </li>
          ))}
          <li>
            <DiscreetButton className={styles.link} />
          </li>
        </ul>
      </nav>
      <p className={styles.legal}>
        <span>
          © {new Date().getFullYear()} {messages.shell.name}
        </span>
        <span>{messages.shell.tagline}</span>
        <span>{messages.shell.adultsOnly}</span>
      </p>
    </footer>
  );
}
