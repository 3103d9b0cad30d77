# syntax=docker/dockerfile:1
FROM node:20-bookworm-slim AS build
WORKDIR /parley
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY .swcrc ./
COPY scripts scripts
COPY apps apps
COPY libs libs
COPY packages packages
COPY migrations migrations
RUN node scripts/build.mjs && npm prune --omit=dev

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=9991 PARLEY_DATA_DIR=/data
WORKDIR /parley
COPY --from=build /parley/package.json ./
COPY --from=build /parley/node_modules node_modules
COPY --from=build /parley/dist dist
# A named volume takes over the owner of the directory that it covers.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 9991
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No npm in between: the server itself gets the container's SIGTERM. The command line is `node dist/apps/server/src/cli.js`.
# The push relay is the same image with dist/apps/push-relay/src/main.js (docker-compose.yml).
CMD ["node", "--max-semi-space-size=32", "--use-largepages=silent", "--enable-source-maps", "dist/apps/server/src/main.js"]
