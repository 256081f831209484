# Builds a controller in Java: the classes of the folder and of the packages below it, in build/release. Included by
# Makefile.include where a folder has sources in Java and none in C or C++.

LIGHTSOUT_GOAL := $(if $(filter debug profile,$(MAKECMDGOALS)),$(firstword $(filter debug profile,$(MAKECMDGOALS))),release)
BUILD_GOAL_DIR ?= build/$(LIGHTSOUT_GOAL)
JAVAC ?= javac
MAIN_TARGET ?= $(BUILD_GOAL_DIR)/$(NAME).class
LIGHTSOUT_JAVA = $(LIGHTSOUT_HOME)/lib/controller/java
LIGHTSOUT_CLASS_PATH = $(LIGHTSOUT_JAVA)/Controller.jar:$(LIGHTSOUT_JAVA)/vehicle.jar:.:$(CLASSPATH)

# Classes of packages are compiled along with those that name them.
LIGHTSOUT_ALL_SOURCES := $(shell find . -name build -prune -o -name '*.java' -print | sed 's/ /\\ /g')
# Sources of past years have comments in Latin-1.
LIGHTSOUT_ENCODING := $(shell cat $(JAVA_SOURCES) | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 && echo UTF-8 || echo ISO-8859-1)

release debug profile all: $(MAIN_TARGET)

# Made beside its place and moved there: who looks meanwhile finds the old classes or the new ones, never a part.
$(MAIN_TARGET): $(LIGHTSOUT_ALL_SOURCES)
	@rm -rf build/classes.part && mkdir -p build/classes.part
	LC_ALL=C.UTF-8 $(JAVAC) -g -nowarn -encoding $(LIGHTSOUT_ENCODING) -classpath "$(LIGHTSOUT_CLASS_PATH)" -d build/classes.part $(JAVA_SOURCES)
	@rm -rf $(BUILD_GOAL_DIR) && mv build/classes.part $(BUILD_GOAL_DIR)

clean:
	rm -rf build $(FILES_TO_REMOVE)

.PHONY: release debug profile all clean
