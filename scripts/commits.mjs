// npm run commits [-- main..HEAD]: which commits do not keep the rule of CONTRIBUTING.md, by default since there is this
// script. It only says so: nothing is blocked, and no rule knows what a person meant.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const LONGEST = 72;
const VERBS = new Set(
  `accept account add adjust align allow answer apply ask assert assume avoid begin block break bring build bump cache call cancel
  carry catch change check choose clean clear close collect compare complete compute convert copy correct count cover create cut
  declare decide decode define delay delete deliver deny derive describe detect disable discard divide document double draw
  drop emit empty enable encode end enforce ensure escape estimate exclude exit expect explain export extend extract fail fetch fill
  filter find finish fix flag follow forbid force forget format forward free gather generate get give go group guard guess handle
  hide hold honour identify ignore import improve include increase infer inline insert inspect install invert join judge keep know
  label lay leave let lift limit link list listen load lock log look loosen lower make map mark match measure mend mention merge
  migrate mind mirror mock move name narrow need normalise note number offer omit open order own pack paint pair parse pass pick pin
  place plan point poll prefer prepare preserve prevent print process promise protect prove provide publish put quote raise reach
  read rebuild receive recognise record recover redact reduce refer reject refuse register relay release reload remember remove
  rename render repair repeat replace reply report request require reset resolve respect respond restart restore restrict resume
  retry return reuse reveal revert rewrite roll round route run sample save say scan search see seed select send separate serve set
  settle share ship shorten show shrink shuffle sign simplify size skip sleep sort space speak speed spell split stamp stand start
  state stop store stream strip stub submit substitute support suppress switch take tell terminate test throw tidy tie tighten time
  tolerate touch trace track translate treat trigger trim trust try tune turn unify unwrap update upgrade upload use validate verify
  wait walk want warm warn watch weigh widen word work wrap write yield`.split(/\s+/),
);

const isVerb = (word) => VERBS.has(word.toLowerCase());

/** What is wrong with a commit. */
function faultsOf({ subject, body }) {
  const [first = ''] = subject.split(/[\s:]/);
  const others = [...subject.matchAll(/(?:, (?:and )?|\band )([a-z]+)/g)].map(([, word = '']) => word);
  return [
    subject.length > LONGEST && `has ${subject.length} characters, more than ${LONGEST}`,
    !(isVerb(first) && /^[A-Z]/.test(first)) && `does not begin with a verb, as in "Keep …": "${first}"`,
    subject.includes(';') && 'has a semicolon, so it is several changes',
    others.some(isVerb) && `seems to be several changes: "… ${others.find(isVerb)}"`,
    subject.endsWith('.') && 'ends with a full stop',
    body === '' && 'gives no reason in its body',
  ].filter(Boolean);
}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 100_000_000 });

function sinceTheRule() {
  const [first] = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/commits.mjs').split('\n');
  return first ? `${first}..HEAD` : 'HEAD';
}

const { positionals } = parseArgs({ allowPositionals: true });
const commits = git(
  'log',
  '--no-merges',
  '--format=%h%x00%s%x00%b%x01',
  ...(positionals.length ? positionals : [sinceTheRule()]),
)
  .split('\x01')
  .filter((text) => text.trim() !== '')
  .map((text) => text.trimStart().split('\0'))
  .map(([hash = '', subject = '', body = '']) => ({ hash, subject, body: body.trim() }));
const wrong = commits
  .map((commit) => ({ ...commit, faults: faultsOf(commit) }))
  .filter(({ faults }) => faults.length > 0);
for (const { hash, subject, faults } of wrong)
  console.log([`${hash} ${subject}`, ...faults.map((fault) => `  ${fault}`)].join('\n'));
console.log(`${commits.length - wrong.length} of ${commits.length} commits keep the rule`);
