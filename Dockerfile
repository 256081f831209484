# lightsout on Debian's slim image: docker build -t lightsout . && docker run --rm -v "$PWD:/work" lightsout run worlds/w.wbt
# The packages are built in the first stage; the second one has them, and what builds controllers and plugins.
FROM debian:bookworm-slim AS build
ENV DEBIAN_FRONTEND=noninteractive
WORKDIR /src/lightsout
COPY scripts/install scripts/install
RUN apt-get update && scripts/install --languages && apt-get install -y --no-install-recommends build-essential debhelper dh-python
COPY . .
RUN dpkg-buildpackage -b -us -uc && mkdir /packages && mv ../*.deb /packages

FROM debian:bookworm-slim
ENV DEBIAN_FRONTEND=noninteractive
COPY --from=build /packages /packages
RUN apt-get update \
  && apt-get install -y --no-install-recommends /packages/lightsout_*.deb /packages/liblightsout-dev_*.deb \
    /packages/python3-lightsout_*.deb python3 make g++ cmake libode-dev bubblewrap fonts-dejavu-core \
  && rm -rf /var/lib/apt/lists/* /packages
WORKDIR /work
ENTRYPOINT ["lightsout"]
CMD ["--help"]
