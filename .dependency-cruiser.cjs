/** The import law of ARCHITECTURE.md: imports go down, or to the middle. */

const side = (name, ending) => `^src/(app|base|(core|features)/[^/]+)/${name}(/|\\.${ending}$)`
const server = side('server', 'ts')
const web = side('web', 'tsx')
const bothSides = [server, web]
/** A core folder's server; group 1 is its name. */
const coreServer = '^src/core/([^/]+)/server/'

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbidden(
      'base-knows-nothing-above',
      'base knows nothing about novels',
      { path: '^src/base/' },
      { path: '^src/(core|features|app)/' },
    ),
    forbidden('core-below-features', 'core knows no feature', { path: '^src/core/' }, { path: '^src/(features|app)/' }),
    forbidden('features-below-app', 'features know no app', { path: '^src/features/' }, { path: '^src/app/' }),
    forbidden(
      'no-neighbour',
      'features never import each other: what two need belongs into core, or app composes it',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
    ),
    forbidden('web-without-server', 'the browser never imports the server', { path: web }, { path: server }),
    forbidden('server-without-web', 'the server never imports the browser', { path: server }, { path: web }),
    forbidden(
      'middle-without-sides',
      'the middle imports neither side',
      { path: '^src/', pathNot: bothSides },
      { path: bothSides },
    ),
    forbidden(
      'middle-only-zod',
      'of packages the middle imports zod alone',
      { path: '^src/', pathNot: bothSides },
      {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'core'],
        pathNot: '(^|/)node_modules/zod/',
      },
    ),
    forbidden('web-without-node', 'the browser has no Node built-ins', { path: web }, { dependencyTypes: ['core'] }),
    forbidden(
      'core-server-by-its-name',
      'from outside, the server of core/x is entered by core/x/server/x.ts alone, by app also by routes.ts',
      { path: '^src/', pathNot: [coreServer, '^src/app/server/'] },
      { path: coreServer, pathNot: ['^src/core/([^/]+)/server/\\1\\.ts$', '/tables\\.ts$'] },
    ),
    forbidden(
      'core-server-by-its-name-from-core',
      'from a neighbour, the server of core/x is entered by core/x/server/x.ts alone',
      { path: coreServer },
      { path: coreServer, pathNot: ['^src/core/$1/', '^src/core/([^/]+)/server/\\1\\.ts$', '/tables\\.ts$'] },
    ),
    forbidden(
      'core-server-by-its-name-from-app',
      'app enters the server of core/x by x.ts or routes.ts',
      { path: '^src/app/server/' },
      { path: coreServer, pathNot: ['^src/core/([^/]+)/server/(\\1|routes)\\.ts$', '/tables\\.ts$'] },
    ),
    forbidden(
      'tables-stay-home',
      'the tables of one folder are named elsewhere only by tables, for foreign keys',
      { path: '^src/((core|features)/[^/]+|app|base)/', pathNot: '/tables\\.ts$' },
      { path: '/tables\\.ts$', pathNot: '^src/$1/' },
    ),
    forbidden('no-circles', 'no circles', {}, { circular: true }),
    forbidden('resolvable', 'every import leads somewhere', {}, { couldNotResolve: true }),
  ],
  options: {
    // Tests may reach where they like.
    exclude: { path: '\\.test\\.tsx?$' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
    skipAnalysisNotInRules: true,
  },
}
