/** Setups of repositories, as shell text. */
export const IDENTITY =
  "git config user.name Ada && git config user.email ada@example.org && git config init.defaultBranch main";
const REPOSITORY = `git init -q -b main . && ${IDENTITY}`;
export const ONE_COMMIT = `${REPOSITORY} && git commit -q --allow-empty -m one`;
/** Everything in the directory, committed. */
export const COMMITTED = `${REPOSITORY} && git add . && git commit -q -m one`;
/** `remote.git` beside `work`, which is one commit behind it and one ahead. */
export const DIVERGED = `git init -q --bare -b main remote.git && git init -q -b main work && cd work
${IDENTITY} && git commit -q --allow-empty -m one
git remote add origin ../remote.git && git push -q -u origin main && git clone -q ../remote.git ../other && cd ../other
${IDENTITY} && git commit -q --allow-empty -m theirs && git push -q
cd ../work && git commit -q --allow-empty -m mine`;
