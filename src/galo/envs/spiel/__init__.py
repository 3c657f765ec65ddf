"""The games for OpenSpiel's algorithms, and OpenSpiel's bots as players of galo."""
